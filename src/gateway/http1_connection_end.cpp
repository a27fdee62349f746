// How an answer of HTTP/1 reaches its client and ends, and how the connection does.
#include "gateway/exchange.h"
#include "gateway/http1_connection.h"
#include "net/first_byte.h"

namespace foreshock::gateway {

// A client that is not told would send its next request into a connection that closes.
void Http1Connection::send_head(const wire::ResponseHead& head, std::string_view first_bytes) {
  if (close_after_answer_ && !head.headers.find("connection")) {
    wire::ResponseHead last = head;
    last.headers.add("Connection", "close");
    return send_head(last, first_bytes);
  }
  head_sent_ = true;
  std::string bytes = wire::to_bytes(head);
  bytes.append(first_bytes);
  send(bytes);
}

void Http1Connection::on_took() {
  if (exchange_) exchange_->on_client_took();
}

void Http1Connection::on_stop() {
  if (exchange_) exchange_->on_stop();
}

void Http1Connection::end_answer(bool keep_alive) {
  if (closed()) return;
  worker_.bury(std::move(exchange_));
  if (!keep_alive || close_after_answer_) return say_farewell();
  state_ = State::head;
  head_sent_ = false;
  accepted_ = worker_.reactor().now();
  extend_deadline();
  read_requests();
  update_interest();
}

void Http1Connection::abort() {
  if (closed()) return;
  worker_.bury(std::move(exchange_));
  leave();
}

void Http1Connection::refuse(const Error& error) {
  request_.body.release();
  answer(refusal_of(error, request_.head), false);
}

void Http1Connection::answer(OwnAnswer answer, bool keep_alive) {
  if (!keep_alive) answer.head.headers.add("Connection", "close");
  send_head(answer.head, answer.body);
  end_answer(keep_alive);
}

void Http1Connection::on_plain_client() {
  refuse(net::takes_tls_alone());
}

void Http1Connection::on_closed() {
  if (exchange_) exchange_->on_client_gone();
}

}  // namespace foreshock::gateway
