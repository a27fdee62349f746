#include "gateway/http2_stream.h"

#include <algorithm>
#include <utility>

#include <nghttp2/nghttp2.h>

#include "gateway/exchange.h"
#include "gateway/http2_connection.h"

namespace foreshock::gateway {
namespace http2_stream_impl {

constexpr size_t most_thrown_away = 256 * 1024;  // bytes of a request that was refused

wire::HeadLimits limits_of(const House& house) {
  return {.bytes = static_cast<size_t>(house.options.limits.request_head.value)};
}

// Points into FIELDS.
std::vector<nghttp2_nv> pairs_of(std::vector<wire::Headers::Field>& fields) {
  std::vector<nghttp2_nv> pairs;
  pairs.reserve(fields.size());
  for (auto& [name, value] : fields)
    pairs.push_back({reinterpret_cast<uint8_t*>(name.data()), reinterpret_cast<uint8_t*>(value.data()),
                     name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
  return pairs;
}

ssize_t fill_frame(nghttp2_session*, int32_t, uint8_t* frame, size_t size, uint32_t* flags,
                   nghttp2_data_source* source, void*) {
  return static_cast<Http2Stream*>(source->ptr)->fill({frame, size}, *flags);
}

}  // namespace http2_stream_impl

Http2Stream::Http2Stream(Worker& worker, Http2Connection& connection, int32_t id)
    : worker_(worker),
      connection_(connection),
      id_(id),
      fields_(http2_stream_impl::limits_of(worker.house())) {
  request_.accepted = worker.reactor().now();
  extend_deadline();
}

Http2Stream::~Http2Stream() = default;

void Http2Stream::extend_deadline() {
  deadline_ = worker_.reactor().now() + worker_.house().options.timeouts.client;
}

void Http2Stream::on_head(bool body_follows) {
  auto head = fields_.take();
  if (!head) return refuse(head.error());
  if (const auto begun = request_.begin(worker_.house(), *std::move(head)); !begun)
    return refuse(begun.error());
  if (!body_follows || !request_.head.headers.has_token("expect", "100-continue")) return;
  std::vector<wire::Headers::Field> fields{{":status", "100"}};
  const auto pairs = http2_stream_impl::pairs_of(fields);
  nghttp2_submit_headers(connection_.session(), NGHTTP2_FLAG_NONE, id_, nullptr, pairs.data(), pairs.size(),
                         nullptr);
}

void Http2Stream::on_body(std::string_view payload) {
  if (answered_) return throw_away(payload.size());
  extend_deadline();
  if (const auto taken = request_.take(worker_.house(), payload); !taken) refuse(taken.error());
}

void Http2Stream::on_request_end() {
  if (answered_) return;
  IncomingRequest request = std::exchange(request_, IncomingRequest());
  if (const OwnEndpoint* own = own_endpoint_of(request.head.target))
    return answer(answer_of(*own, worker_, request));
  exchange_ = std::make_unique<Exchange>(worker_, static_cast<ClientStream&>(*this), std::move(request));
  exchange_->start();
}

// Clients that are still sending take a stream that is closed at once for broken, and our answer with it
// (curl before 8): what is left of the request may come, but not without end.
void Http2Stream::throw_away(size_t bytes) {
  thrown_away_ += bytes;
  if (ended_ && thrown_away_ > http2_stream_impl::most_thrown_away) reset(NGHTTP2_NO_ERROR);
}

void Http2Stream::refuse(const Error& error) {
  request_.body.release();
  answer(refusal_of(error, request_.head));
}

void Http2Stream::answer(const OwnAnswer& answer) {
  send_head(answer.head, answer.body);
  end_answer(true);
}

void Http2Stream::send_head(const wire::ResponseHead& head, std::string_view first_bytes) {
  if (stopped_) return;
  answered_ = true;
  out_.append(first_bytes);
  auto fields = answer_fields(head);
  const auto pairs = http2_stream_impl::pairs_of(fields);
  nghttp2_data_provider body{};
  body.source.ptr = this;
  body.read_callback = http2_stream_impl::fill_frame;
  nghttp2_submit_response(connection_.session(), id_, pairs.data(), pairs.size(), &body);
  connection_.send_frames();
}

void Http2Stream::send(std::string_view bytes) {
  if (stopped_) return;
  out_.append(bytes);
  nghttp2_session_resume_data(connection_.session(), id_);
  connection_.send_frames();
}

ssize_t Http2Stream::fill(std::span<uint8_t> frame, uint32_t& flags) {
  const size_t size = std::min(frame.size(), backlog());
  std::copy_n(out_.data() + taken_, size, frame.data());
  taken_ += size;
  if (backlog() == 0) {
    out_.clear();
    taken_ = 0;
  }
  if (size > 0) {
    extend_deadline();
    connection_.note_taken(*this);
  }
  if (backlog() > 0 || !ended_) return size > 0 ? static_cast<ssize_t>(size) : ssize_t{NGHTTP2_ERR_DEFERRED};
  flags |= NGHTTP2_DATA_FLAG_EOF;
  if (broken_) {
    flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
    nghttp2_submit_rst_stream(connection_.session(), NGHTTP2_FLAG_NONE, id_, NGHTTP2_INTERNAL_ERROR);
  }
  return static_cast<ssize_t>(size);
}

void Http2Stream::on_taken() {
  if (exchange_) exchange_->on_client_took();
}

void Http2Stream::on_socket_took() {
  const bool has_room = nghttp2_session_get_remote_window_size(connection_.session()) > 0 &&
                        nghttp2_session_get_stream_remote_window_size(connection_.session(), id_) > 0;
  if (backlog() == 0 || !has_room) return;
  extend_deadline();
  on_taken();
}

void Http2Stream::end_answer(bool) {
  worker_.bury(std::move(exchange_));
  ended_ = true;
  extend_deadline();
  if (stopped_) return;
  nghttp2_session_resume_data(connection_.session(), id_);
  connection_.send_frames();
}

void Http2Stream::end_broken_answer(bool keep_alive) {
  broken_ = true;
  end_answer(keep_alive);
}

void Http2Stream::abort() {
  worker_.bury(std::move(exchange_));
  reset(NGHTTP2_INTERNAL_ERROR);
}

void Http2Stream::reset(uint32_t code) {
  if (std::exchange(stopped_, true)) return;
  nghttp2_submit_rst_stream(connection_.session(), NGHTTP2_FLAG_NONE, id_, code);
  connection_.send_frames();
}

bool Http2Stream::stop() {
  stopped_ = true;
  return exchange_ != nullptr;
}

void Http2Stream::on_closed() {
  stopped_ = true;
  if (!exchange_) return;
  exchange_->on_client_gone();
  worker_.bury(std::move(exchange_));
}

void Http2Stream::on_stop() {
  if (exchange_) exchange_->on_stop();
}

void Http2Stream::on_tick(Instant now) {
  if (exchange_) return exchange_->on_tick(now);
  if (now >= deadline_) reset(NGHTTP2_CANCEL);
}

}  // namespace foreshock::gateway
