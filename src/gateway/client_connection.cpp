#include "gateway/client_connection.h"

#include <cerrno>
#include <utility>

#include "net/first_byte.h"

namespace foreshock::gateway {
namespace client_connection_impl {

constexpr auto farewell_time = std::chrono::seconds(2);

}  // namespace client_connection_impl

ClientConnection::ClientConnection(Worker& worker, net::Transport transport)
    : worker_(worker),
      transport_(std::move(transport)),
      interest_{.read = true, .write = false, .peer_close = true},
      shaking_hands_(transport_.tls() != nullptr && !transport_.tls()->established()) {
  extend_deadline();
  worker_.reactor().watch(transport_.descriptor(), *this, interest_);
}

void ClientConnection::extend_deadline() {
  deadline_ = worker_.reactor().now() + worker_.house().options.timeouts.client;
}

void ClientConnection::on_ready(net::Readiness readiness) {
  if (shaking_hands_) return shake_hands();
  if (readiness.writable) flush();
  if (leaving_) return drain_farewell();
  if (!closed() && readiness.readable) return receive();
  if (!closed() && readiness.peer_closed) leave();
}

void ClientConnection::shake_hands() {
  if (net::begins_http(transport_.descriptor())) {
    shaking_hands_ = false;
    transport_.speak_plain();
    return on_plain_client();
  }
  const auto outcome = transport_.tls()->shake_hands();
  if (outcome == net::TlsSession::Handshake::failed) {
    // One that only looked whether somebody listens has not failed.
    if (transport_.tls()->heard()) worker_.house().failed_handshakes.fetch_add(1, std::memory_order_relaxed);
    return leave();
  }
  shaking_hands_ = outcome == net::TlsSession::Handshake::under_way;
  update_interest();
}

void ClientConnection::receive() {
  const auto buffer = worker_.buffer();
  const ssize_t count = transport_.receive(buffer);
  if (count < 0 && errno == EAGAIN) return update_interest();
  if (count <= 0) return leave();
  on_bytes(std::string_view(buffer.data(), static_cast<size_t>(count)));
  update_interest();
}

void ClientConnection::send(std::string_view bytes) {
  if (closed()) return;
  transport_.keep(bytes);
  if (!std::exchange(sending_, true)) worker_.reactor().at_turn_end(*this);
}

void ClientConnection::on_turn_end() {
  sending_ = false;
  flush();
}

void ClientConnection::flush() {
  if (transport_.flush()) {
    extend_deadline();
    if (!leaving_)
      on_took();
    else if (kept() == 0)
      end_sending();
  }
  update_interest();
}

bool ClientConnection::took_some() {
  if (closed() || kept() == 0) return false;
  const int64_t taken = transport_.taken_by_peer();
  return taken > std::exchange(taken_, taken);
}

void ClientConnection::on_tick(Instant now) {
  if (took_some()) extend_deadline();
  if (overdue(now)) leave();
}

void ClientConnection::update_interest() {
  if (closed()) return;
  const net::Interest wanted{.read = shaking_hands_ || leaving_ || wants_bytes(),
                             .write = !sending_ && transport_.wants_write(),
                             .peer_close = true};
  if (wanted == interest_) return;
  interest_ = wanted;
  worker_.reactor().change(transport_.descriptor(), *this, interest_);
}

// Closing at once, with bytes of the client still unread, would reset the connection and lose our answer on
// its way: our side ends first, and what the client still sends is thrown away for a moment.
void ClientConnection::say_farewell() {
  leaving_ = true;
  extend_deadline();  // as long as it takes what is left
  if (kept() == 0) end_sending();
  update_interest();
}

void ClientConnection::end_sending() {
  transport_.end_sending();
  deadline_ = worker_.reactor().now() + client_connection_impl::farewell_time;
}

void ClientConnection::drain_farewell() {
  const ssize_t count = transport_.receive(worker_.buffer());
  if (count > 0 || (count < 0 && errno == EAGAIN)) return;
  leave();
}

void ClientConnection::close() {
  if (closed()) return;
  if (sending_) transport_.flush();
  worker_.reactor().forget(transport_.descriptor(), *this);
  transport_.close();
  on_closed();
}

void ClientConnection::leave() {
  close();
  worker_.bury(*this);
}

net::Transport ClientConnection::hand_over() {
  if (sending_) transport_.flush();
  worker_.reactor().forget(transport_.descriptor(), *this);
  return std::exchange(transport_, net::Transport());
}

}  // namespace foreshock::gateway
