#include "gateway/http1_connection.h"

#include <algorithm>
#include <utility>

#include "gateway/exchange.h"
#include "gateway/http2_connection.h"
#include "net/first_byte.h"

namespace foreshock::gateway {
namespace http1_connection_impl {

constexpr size_t pipelined_limit = 64 * 1024;  // bytes of further requests taken while an answer is under way

}  // namespace http1_connection_impl

Http1Connection::Http1Connection(Worker& worker, net::Transport transport)
    : ClientConnection(worker, std::move(transport)) {}

Http1Connection::~Http1Connection() {
  close();
}

void Http1Connection::on_bytes(std::string_view bytes) {
  const bool new_request = state_ == State::head && in_.empty();
  if (new_request) accepted_ = worker_.reactor().now();
  in_.append(bytes);
  // A head has that long as a whole, so that no client can keep a connection by dripping; a body that grows
  // may take its time.
  if (new_request || state_ == State::body) extend_deadline();
  read_requests();
}

void Http1Connection::read_requests() {
  if (std::exchange(reading_, true)) return;
  bool progress = true;
  while (progress && !leaving()) {
    if (state_ == State::head)
      progress = read_head();
    else if (state_ == State::body)
      progress = read_body();
    else
      progress = false;
  }
  reading_ = false;
}

bool Http1Connection::read_head() {
  const size_t blank =
      in_.find_first_not_of("\r\n");  // RFC 9112, section 2.2: empty lines before a request are ignored
  in_.erase(0, std::min(blank, in_.size()));
  if (in_.empty()) return false;
  if (first_ && net::begins_tls(in_)) return refuse(net::takes_plain_http_alone()), false;
  if (may_be_http2()) {
    if (in_.size() >= http2_preface.size()) speak_http2();
    return false;
  }
  wire::HeadLimits limits;
  limits.bytes = static_cast<size_t>(worker_.house().options.limits.request_head.value);
  const auto size = wire::head_length(in_, limits);
  if (!size) return refuse(size.error()), false;
  if (!*size) return false;
  if (const auto begun = begin_request(**size); !begun) return refuse(begun.error()), false;
  return true;
}

bool Http1Connection::may_be_http2() const {
  return first_ && (in_.starts_with(http2_preface) || http2_preface.starts_with(in_));
}

void Http1Connection::speak_http2() {
  auto successor = std::make_unique<Http2Connection>(worker_, hand_over());
  Http2Connection& connection = *successor;
  worker_.replace(*this, std::move(successor));
  if (worker_.draining()) connection.on_drain(true);
  connection.on_bytes(in_);
}

Result<void> Http1Connection::begin_request(size_t head_size) {
  FORESHOCK_TRY(auto head, wire::parse_request_head(std::string_view(in_).substr(0, head_size)));
  in_.erase(0, head_size);
  first_ = false;
  FORESHOCK_TRY(const auto framing, request_.begin(worker_.house(), std::move(head)));
  body_reader_.emplace(framing);
  state_ = State::body;
  if (in_.empty() && !body_reader_->done() && request_.head.headers.has_token("expect", "100-continue"))
    send("HTTP/1.1 100 Continue\r\n\r\n");
  return {};
}

bool Http1Connection::read_body() {
  size_t used = 0;
  while (!body_reader_->done() && used < in_.size()) {
    const auto step = body_reader_->next(std::string_view(in_).substr(used));
    if (!step) return refuse(Error(Code::bad_request, step.error().what())), false;
    used += step->consumed;
    if (const auto taken = request_.take(worker_.house(), step->payload, body_reader_->promised()); !taken)
      return refuse(taken.error()), false;
  }
  in_.erase(0, used);
  if (!body_reader_->done()) return false;
  begin_exchange();
  return state_ == State::head;
}

void Http1Connection::begin_exchange() {
  state_ = State::answer;
  const wire::RequestHead& head = request_.head;
  takes_chunks_ = head.minor_version >= 1;
  close_after_answer_ = !wire::keeps_alive(head.headers, head.minor_version) || worker_.draining();
  request_.accepted = accepted_;
  IncomingRequest request = std::exchange(request_, IncomingRequest());
  if (const OwnEndpoint* own = own_endpoint_of(request.head.target))
    return answer(answer_of(*own, worker_, request), !close_after_answer_);
  exchange_ = std::make_unique<Exchange>(worker_, static_cast<ClientStream&>(*this), std::move(request));
  exchange_->start();
}

void Http1Connection::on_tick(Instant now) {
  if (exchange_) {
    if (took_some()) exchange_->on_client_took();
    return exchange_->on_tick(now);
  }
  ClientConnection::on_tick(now);
}

// One whose answer is under way was not told that it closes: it may ask once more.
void Http1Connection::on_drain(bool idle_stays) {
  close_after_answer_ = close_after_answer_ || !idle_stays || !head_sent_;
  if (!idle_stays && state_ == State::head && in_.empty() && !leaving()) leave();
}

bool Http1Connection::wants_bytes() const {
  return state_ != State::answer || in_.size() < http1_connection_impl::pipelined_limit;
}

}  // namespace foreshock::gateway
