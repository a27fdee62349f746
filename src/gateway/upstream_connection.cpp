#include "gateway/upstream_connection.h"

#include <cerrno>
#include <cstring>

#include "net/tcp.h"

namespace foreshock::gateway {

ConnectFailure::ConnectFailure(int errno_value) : error(errno_value), why(std::strerror(errno_value)) {}

UpstreamConnection::UpstreamConnection(net::Reactor& reactor, Backend& backend,
                                       const net::SocketAddress& address, std::span<char> buffer,
                                       Seeker& seeker)
    : reactor_(reactor),
      backend_(backend),
      buffer_(buffer),
      transport_(net::start_connect(address)),
      seeker_(&seeker) {
  interest_ = net::Interest{.read = false, .write = true};
  if (!closed()) reactor_.watch(transport_.descriptor(), *this, interest_);
}

UpstreamConnection::~UpstreamConnection() {
  close();
}

void UpstreamConnection::close() {
  if (closed()) return;
  reactor_.forget(transport_.descriptor(), *this);
  if (transport_.tls() != nullptr) transport_.end_sending();
  transport_.close();
}

void UpstreamConnection::send(std::string head, std::shared_ptr<const std::string> body) {
  transport_.send(std::move(head), std::move(body));
  update_interest();
}

void UpstreamConnection::pause() {
  paused_ = true;
  update_interest();
}

void UpstreamConnection::resume() {
  paused_ = false;
  update_interest();
}

void UpstreamConnection::on_ready(net::Readiness readiness) {
  if (stage_ != Stage::open) return go_on_connecting();
  if (readiness.writable) {
    transport_.flush();
    update_interest();
  }
  if (!closed() && (readiness.readable || readiness.peer_closed)) receive();
}

void UpstreamConnection::go_on_connecting() {
  if (stage_ == Stage::connecting) {
    if (const int error = net::connect_error(transport_.descriptor()); error != 0)
      return fail(ConnectFailure(error));
    if (backend_.tls) transport_.connect_tls(backend_.tls, backend_.url.host);
    stage_ = Stage::shaking_hands;
  }
  shake_hands();
}

void UpstreamConnection::shake_hands() {
  using Handshake = net::TlsSession::Handshake;
  const Handshake outcome = backend_.tls ? transport_.tls()->shake_hands() : Handshake::done;
  if (outcome == Handshake::failed) return fail({errno, transport_.tls()->failure()});
  if (outcome == Handshake::done) {
    stage_ = Stage::open;
    seeker_->on_connected();
  }
  update_interest();
}

void UpstreamConnection::fail(const ConnectFailure& failure) {
  close();
  seeker_->on_connect_failed(failure);
}

void UpstreamConnection::receive() {
  const ssize_t count = transport_.receive(buffer_);
  if (count < 0 && errno == EAGAIN) return update_interest();  // TLS speaks for itself too
  if (owner_ == nullptr) return close();
  if (count > 0)
    return owner_->on_upstream_bytes(std::string_view(buffer_.data(), static_cast<size_t>(count)));
  close();
  owner_->on_upstream_closed(count < 0);
}

void UpstreamConnection::update_interest() {
  if (closed()) return;
  const net::Interest wanted{.read = !paused_, .write = transport_.wants_write()};
  if (wanted == interest_) return;
  interest_ = wanted;
  reactor_.change(transport_.descriptor(), *this, interest_);
}

}  // namespace foreshock::gateway
