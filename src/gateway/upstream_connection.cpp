#include "gateway/upstream_connection.h"

#include <cerrno>

#include <sys/socket.h>

#include "net/tcp.h"

namespace foreshock::gateway {

UpstreamConnection::UpstreamConnection(net::Reactor& reactor, Backend& backend,
                                       const net::SocketAddress& address, std::span<char> buffer)
    : reactor_(reactor), backend_(backend), buffer_(buffer), socket_(net::start_connect(address)) {
  interest_ = net::Interest{.read = false, .write = true};
  if (socket_) reactor_.watch(socket_.get(), *this, interest_);
}

UpstreamConnection::~UpstreamConnection() {
  close();
}

void UpstreamConnection::close() {
  if (!socket_) return;
  reactor_.forget(socket_.get(), *this);
  socket_ = FileDescriptor();
}

void UpstreamConnection::send(std::string bytes) {
  out_ = std::move(bytes);
  sent_ = 0;
  if (!connecting_) flush();
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
  if (connecting_) return finish_connecting();
  if (readiness.writable) flush();
  if (closed() || (!readiness.readable && !readiness.peer_closed)) return;
  if (owner_ == nullptr)
    close();
  else
    receive();
}

void UpstreamConnection::finish_connecting() {
  connecting_ = false;
  const int error = net::connect_error(socket_);
  if (error != 0) {
    close();
    owner_->on_connect_failed(error);
    return;
  }
  owner_->on_connected();
  if (!closed()) flush();
}

void UpstreamConnection::flush() {
  while (!closed() && !all_sent()) {
    const ssize_t count = ::send(socket_.get(), out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
    if (count < 0) break;  // full for now; or broken, which the read side tells
    sent_ += static_cast<size_t>(count);
  }
  if (all_sent()) {
    out_ = std::string();
    sent_ = 0;
  }
  update_interest();
}

void UpstreamConnection::receive() {
  const ssize_t count = recv(socket_.get(), buffer_.data(), buffer_.size(), 0);
  if (count > 0)
    return owner_->on_upstream_bytes(std::string_view(buffer_.data(), static_cast<size_t>(count)));
  if (count < 0 && errno == EAGAIN) return;
  close();
  owner_->on_upstream_closed(count < 0);
}

void UpstreamConnection::update_interest() {
  if (closed()) return;
  const net::Interest wanted{.read = !paused_, .write = !all_sent()};
  if (wanted == interest_) return;
  interest_ = wanted;
  reactor_.change(socket_.get(), *this, interest_);
}

}  // namespace foreshock::gateway
