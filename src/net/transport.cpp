#include "net/transport.h"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

namespace foreshock::net {
namespace transport_impl {

constexpr size_t copied_at_most = 16 * 1024;  // bytes: a copy costs less than a call
constexpr size_t kept_room = 1024;  // bytes: what chunk after chunk needs is not given back each time

}  // namespace transport_impl

void Transport::close() {
  tls_.reset();
  socket_ = FileDescriptor();
}

ssize_t Transport::receive(std::span<char> into) {
  if (tls_) return tls_->receive(into);
  return recv(socket_.get(), into.data(), into.size(), 0);
}

// How many bytes left.
size_t Transport::write(std::string_view bytes) {
  size_t written = 0;
  while (written < bytes.size()) {
    const std::string_view rest = bytes.substr(written);
    const ssize_t count =
        tls_ ? tls_->send(rest) : ::send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count <= 0) break;
    written += static_cast<size_t>(count);
    if (!tls_ && written < bytes.size()) break;  // it is full
  }
  written_ += static_cast<int64_t>(written);
  return written;
}

int64_t Transport::taken_by_peer() const {
  int waiting = 0;
  if (ioctl(socket_.get(), SIOCOUTQ, &waiting) != 0) return written_;
  return written_ - waiting;
}

void Transport::send(std::string head, std::shared_ptr<const std::string> body) {
  out_ = std::move(head);
  if (body && body->size() <= transport_impl::copied_at_most)
    out_.append(*body);
  else
    body_ = std::move(body);
  flush();
}

void Transport::keep(std::string_view bytes) {
  out_.append(bytes);
}

bool Transport::flush() {
  if (backlog() == 0) return false;
  size_t written = write(std::string_view(out_).substr(sent_));
  sent_ += written;
  if (sent_ < out_.size()) return written > 0;
  if (out_.capacity() > transport_impl::kept_room) out_ = std::string();
  out_.clear();
  sent_ = 0;
  return flush_body() || written > 0;
}

// Whether some of it went out.
bool Transport::flush_body() {
  if (!body_) return false;
  const size_t written = write(std::string_view(*body_).substr(body_sent_));
  body_sent_ += written;
  if (body_sent_ < body_->size()) return written > 0;
  body_.reset();
  body_sent_ = 0;
  return true;
}

void Transport::end_sending() {
  if (tls_) tls_->end_sending();
  shutdown(socket_.get(), SHUT_WR);
}

}  // namespace foreshock::net
