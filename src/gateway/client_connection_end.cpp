// How an answer ends for its client, and how a connection does.
#include <fmt/format.h>
#include <sys/socket.h>

#include "gateway/client_connection.h"
#include "gateway/error_reply.h"
#include "gateway/exchange.h"
#include "gateway/own_endpoints.h"
#include "wire/text.h"

namespace foreshock::gateway {
namespace client_connection_end_impl {

constexpr auto farewell_time = std::chrono::seconds(2);
constexpr std::string_view retry_after = "1";  // second

// Of an answer of ours.
std::string head_of(int status, size_t body_size, std::string_view decision, bool keep_alive) {
  wire::ResponseHead head;
  head.status = status;
  head.headers.add("Content-Type", "application/json");
  head.headers.add("Content-Length", fmt::to_string(body_size));
  if (status == 429 || status == 503) head.headers.add("Retry-After", retry_after);
  if (!keep_alive) head.headers.add("Connection", "close");
  head.headers.add("x-foreshock-decision", decision);
  return wire::to_bytes(head);
}

// A page of another site can send plain text and forms here, but JSON only when it is allowed to.
bool may_be_json(const wire::Headers& headers) {
  const auto type = headers.find("content-type");
  return !type || wire::lowered(*type).starts_with("application/json");
}

}  // namespace client_connection_end_impl

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
  send(client_connection_end_impl::head_of(row_of(error.code()).http_status, body.size(), "refused", false) +
       body);
  say_farewell();
}

void ClientConnection::answer(int status, std::string_view body) {
  send(client_connection_end_impl::head_of(status, body.size(), status < 400 ? "own" : "refused",
                                           !close_after_answer_) +
       std::string(body));
  end_answer(true);
}

void ClientConnection::take_for_us(const OwnEndpoint& endpoint) {
  Result<void> taken;
  if (head_.method != "POST")
    taken = fail(Code::method_not_allowed, fmt::format("{} takes POST alone", endpoint.path));
  else if (!client_connection_end_impl::may_be_json(head_.headers))
    taken = fail(Code::bad_request, fmt::format("{} takes JSON alone", endpoint.path),
                 "Send it with the content type application/json.");
  else
    taken = endpoint.take(worker_, body_.bytes);
  head_ = {};
  body_.release();
  if (taken) return answer(202, "{\"accepted\":true}");
  answer(row_of(taken.error().code()).http_status, error_body(wire::Dialect::openai_chat, taken.error()));
}

// Closing at once, with bytes of the client still unread, would reset the connection and lose our answer on
// its way: our side ends first, and what the client still sends is thrown away for a moment.
void ClientConnection::say_farewell() {
  state_ = State::farewell;
  in_.clear();
  deadline_ =
      worker_.reactor().now() + worker_.house().options.timeouts.client;  // as long as it takes what is left
  if (backlog() == 0) end_sending();
  update_interest();
}

void ClientConnection::end_sending() {
  shutdown(socket_.get(), SHUT_WR);
  deadline_ = worker_.reactor().now() + client_connection_end_impl::farewell_time;
}

void ClientConnection::drain_farewell() {
  const auto buffer = worker_.buffer();
  const ssize_t count = recv(socket_.get(), buffer.data(), buffer.size(), 0);
  if (count > 0 || (count < 0 && errno == EAGAIN)) return;
  close();
  worker_.bury(*this);
}

void ClientConnection::close() {
  if (state_ == State::closed) return;
  state_ = State::closed;
  if (exchange_) exchange_->on_client_gone();
  worker_.reactor().forget(socket_.get(), *this);
  socket_ = FileDescriptor();
}

}  // namespace foreshock::gateway
