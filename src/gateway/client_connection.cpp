#include "gateway/client_connection.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fmt/format.h>
#include <sys/socket.h>

#include "gateway/error_reply.h"
#include "gateway/exchange.h"

namespace foreshock::gateway {
namespace client_connection_impl {

constexpr size_t pipelined_limit = 64 * 1024;  // bytes of further requests taken while an answer is under way
constexpr auto farewell_time = std::chrono::seconds(2);

std::string head_of_refusal(int status, size_t body_size) {
  wire::ResponseHead head;
  head.status = status;
  head.headers.add("Content-Type", "application/json");
  head.headers.add("Content-Length", fmt::to_string(body_size));
  head.headers.add("Connection", "close");
  head.headers.add("x-foreshock-decision", "refused");
  return wire::to_bytes(head);
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

void ClientConnection::close() {
  if (state_ == State::closed) return;
  state_ = State::closed;
  if (exchange_) exchange_->on_client_gone();
  worker_.reactor().forget(socket_.get(), *this);
  socket_ = FileDescriptor();
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
  if (state_ == State::head && in_.empty()) accepted_ = worker_.reactor().now();
  in_.append(buffer.data(), static_cast<size_t>(count));
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
  FORESHOCK_TRY(const auto framing, wire::request_framing(head_));
  const auto limit = static_cast<uint64_t>(worker_.house().options.limits.request_body.value);
  if (framing.length > limit)
    return fail(Code::too_large,
                fmt::format("the body has {} bytes, over the limit of {}", framing.length, limit));
  body_.clear();
  body_.reserve(framing.length);
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
    body_.append(step->payload);
  }
  in_.erase(0, used);
  const auto limit = static_cast<size_t>(worker_.house().options.limits.request_body.value);
  if (body_.size() > limit)
    return refuse(Error(Code::too_large, fmt::format("the body is over the limit of {} bytes", limit))),
           false;
  if (!body_reader_->done()) return false;
  begin_exchange();
  return state_ == State::head;
}

void ClientConnection::begin_exchange() {
  state_ = State::answer;
  close_after_answer_ = !wire::keeps_alive(head_.headers, head_.minor_version) || worker_.draining();
  exchange_ = std::make_unique<Exchange>(worker_, *this, std::move(head_), std::move(body_), accepted_);
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
  while (backlog() > 0) {
    const ssize_t count = ::send(socket_.get(), out_.data() + sent_, backlog(), MSG_NOSIGNAL);
    if (count <= 0) break;
    sent_ += static_cast<size_t>(count);
  }
  if (backlog() == 0) {
    out_ = std::string();
    sent_ = 0;
    if (state_ == State::farewell) shutdown(socket_.get(), SHUT_WR);
  }
  if (exchange_ && state_ == State::answer) exchange_->on_client_took();
  update_interest();
}

void ClientConnection::end_answer(bool keep_alive) {
  if (state_ == State::closed) return;
  worker_.bury(std::move(exchange_));
  if (!keep_alive || close_after_answer_) return say_farewell();
  state_ = State::head;
  accepted_ = worker_.reactor().now();
  deadline_ = accepted_ + worker_.house().options.timeouts.client;
  read_requests();
  update_interest();
}

void ClientConnection::abort() {
  if (state_ == State::closed) return;
  worker_.bury(std::move(exchange_));
  close();
  worker_.bury(*this);
}

void ClientConnection::refuse(const Error& error) {
  const std::string body = error_body(wire::Dialect::openai_chat, error);
  send(client_connection_impl::head_of_refusal(row_of(error.code()).http_status, body.size()) + body);
  say_farewell();
}

// Closing at once, with bytes of the client still unread, would reset the connection and lose our answer on
// its way: our side ends first, and what the client still sends is thrown away for a moment.
void ClientConnection::say_farewell() {
  state_ = State::farewell;
  in_.clear();
  deadline_ = worker_.reactor().now() + client_connection_impl::farewell_time;
  if (backlog() == 0) shutdown(socket_.get(), SHUT_WR);
  update_interest();
}

void ClientConnection::drain_farewell() {
  const auto buffer = worker_.buffer();
  const ssize_t count = recv(socket_.get(), buffer.data(), buffer.size(), 0);
  if (count > 0 || (count < 0 && errno == EAGAIN)) return;
  close();
  worker_.bury(*this);
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
