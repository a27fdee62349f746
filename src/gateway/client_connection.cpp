#include "gateway/client_connection.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fmt/format.h>
#include <sys/socket.h>

#include "gateway/exchange.h"
#include "wire/url.h"

namespace foreshock::gateway {
namespace client_connection_impl {

constexpr size_t pipelined_limit = 64 * 1024;  // bytes of further requests taken while an answer is under way

Error no_room_for_bodies() {
  return Error(Code::overloaded, "there is no room for another request body",
               "Try again, or raise limits.all_bodies.");
}

}  // namespace client_connection_impl

ClientConnection::ClientConnection(Worker& worker, FileDescriptor socket)
    : worker_(worker),
      socket_(std::move(socket)),
      deadline_(worker.reactor().now() + worker.house().options.timeouts.client) {
  interest_ = net::Interest{.read = true, .write = false, .peer_close = true};
  worker_.reactor().watch(socket_.get(), *this, interest_);
}

ClientConnection::~ClientConnection() {
  close();
}

void ClientConnection::on_ready(net::Readiness readiness) {
  if (readiness.writable) flush();
  if (state_ == State::farewell) return drain_farewell();
  if (state_ != State::closed && readiness.readable) return receive();
  if (state_ != State::closed && readiness.peer_closed) {
    close();
    worker_.bury(*this);
  }
}

void ClientConnection::receive() {
  const auto buffer = worker_.buffer();
  const ssize_t count = recv(socket_.get(), buffer.data(), buffer.size(), 0);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) {
    close();
    worker_.bury(*this);
    return;
  }
  const bool new_request = state_ == State::head && in_.empty();
  if (new_request) accepted_ = worker_.reactor().now();
  in_.append(buffer.data(), static_cast<size_t>(count));
  // A head has that long as a whole, so that no client can keep a connection by dripping; a body that grows
  // may take its time.
  if (new_request || state_ == State::body)
    deadline_ = worker_.reactor().now() + worker_.house().options.timeouts.client;
  read_requests();
  update_interest();
}

void ClientConnection::read_requests() {
  if (std::exchange(reading_, true)) return;
  bool progress = true;
  while (progress) {
    if (state_ == State::head)
      progress = read_head();
    else if (state_ == State::body)
      progress = read_body();
    else
      progress = false;
  }
  reading_ = false;
}

bool ClientConnection::read_head() {
  const size_t blank =
      in_.find_first_not_of("\r\n");  // RFC 9112, section 2.2: empty lines before a request are ignored
  in_.erase(0, std::min(blank, in_.size()));
  if (in_.empty()) return false;
  wire::HeadLimits limits;
  limits.bytes = static_cast<size_t>(worker_.house().options.limits.request_head.value);
  const auto size = wire::head_length(in_, limits);
  if (!size) return refuse(size.error()), false;
  if (!*size) return false;
  if (const auto begun = begin_request(**size); !begun) return refuse(begun.error()), false;
  return true;
}

Result<void> ClientConnection::begin_request(size_t head_size) {
  FORESHOCK_TRY(head_, wire::parse_request_head(std::string_view(in_).substr(0, head_size)));
  in_.erase(0, head_size);
  if (head_.method == "CONNECT") return fail(Code::unsupported, "CONNECT is not supported");
  if (head_.minor_version >= 1 && head_.headers.count("host") != 1)
    return fail(Code::bad_request, "a request needs one Host header");
  FORESHOCK_TRY(const std::string_view target, wire::origin_form(head_.target));
  head_.target = std::string(target);
  FORESHOCK_TRY(client_, worker_.house().keys.admit(head_, scope_of(head_.target)));
  FORESHOCK_TRY(const auto framing, wire::request_framing(head_));
  const auto limit = static_cast<uint64_t>(worker_.house().options.limits.request_body.value);
  if (framing.length > limit)
    return fail(Code::too_large,
                fmt::format("the body has {} bytes, over the limit of {}", framing.length, limit));
  if (!worker_.house().bodies.has(static_cast<int64_t>(framing.length)))
    return fail(client_connection_impl::no_room_for_bodies());
  body_ = {{}, ByteLease(worker_.house().bodies)};
  body_.bytes.reserve(framing.length);
  body_reader_.emplace(framing);
  state_ = State::body;
  if (in_.empty() && !body_reader_->done() && head_.headers.has_token("expect", "100-continue"))
    send("HTTP/1.1 100 Continue\r\n\r\n");
  return {};
}

bool ClientConnection::read_body() {
  size_t used = 0;
  while (!body_reader_->done() && used < in_.size()) {
    const auto step = body_reader_->next(std::string_view(in_).substr(used));
    if (!step) return refuse(Error(Code::bad_request, step.error().what())), false;
    used += step->consumed;
    body_.bytes.append(step->payload);
  }
  in_.erase(0, used);
  const auto limit = static_cast<size_t>(worker_.house().options.limits.request_body.value);
  if (body_.bytes.size() > limit)
    return refuse(Error(Code::too_large, fmt::format("the body is over the limit of {} bytes", limit))),
           false;
  if (!body_.lease_all()) return refuse(client_connection_impl::no_room_for_bodies()), false;
  if (!body_reader_->done()) return false;
  begin_exchange();
  return state_ == State::head;
}

void ClientConnection::begin_exchange() {
  state_ = State::answer;
  close_after_answer_ = !wire::keeps_alive(head_.headers, head_.minor_version) || worker_.draining();
  if (const OwnEndpoint* own = own_endpoint_of(head_.target)) return take_for_us(*own);
  exchange_ =
      std::make_unique<Exchange>(worker_, *this, std::move(head_), std::move(body_), accepted_, client_);
  head_ = {};
  body_ = {};
  exchange_->start();
}

void ClientConnection::send(std::string_view bytes) {
  if (state_ == State::closed) return;
  if (backlog() == 0) {
    const ssize_t count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count > 0) bytes.remove_prefix(static_cast<size_t>(count));
    if (bytes.empty()) return;  // what went wrong, the read side tells
    out_.clear();
    sent_ = 0;
  }
  out_.append(bytes);
  update_interest();
}

void ClientConnection::flush() {
  const size_t before = backlog();
  while (backlog() > 0) {
    const ssize_t count = ::send(socket_.get(), out_.data() + sent_, backlog(), MSG_NOSIGNAL);
    if (count <= 0) break;
    sent_ += static_cast<size_t>(count);
  }
  const bool progress = backlog() < before;
  if (progress) deadline_ = worker_.reactor().now() + worker_.house().options.timeouts.client;
  if (backlog() == 0) {
    out_ = std::string();
    sent_ = 0;
    if (state_ == State::farewell) end_sending();
  }
  if (progress && exchange_ && state_ == State::answer) exchange_->on_client_took();
  update_interest();
}

void ClientConnection::on_tick(Instant now) {
  if (exchange_) return exchange_->on_tick(now);
  if (now < deadline_) return;
  close();
  worker_.bury(*this);
}

void ClientConnection::on_drain() {
  close_after_answer_ = true;
  if (state_ != State::head || !in_.empty()) return;
  close();
  worker_.bury(*this);
}

void ClientConnection::update_interest() {
  if (state_ == State::closed) return;
  const bool read = state_ != State::answer || in_.size() < client_connection_impl::pipelined_limit;
  const net::Interest wanted{.read = read, .write = backlog() > 0, .peer_close = true};
  if (wanted == interest_) return;
  interest_ = wanted;
  worker_.reactor().change(socket_.get(), *this, interest_);
}

}  // namespace foreshock::gateway
