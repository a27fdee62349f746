#include "net/socket_inbox.h"

namespace foreshock::net {

SocketInbox::SocketInbox(StreamSocket& stream)
    : stream_(stream), arrived_(stream.socket().get_executor()), consumed_(stream.socket().get_executor()) {}

Awaitable<void> SocketInbox::read_ahead() {
  while (!closed_) {
    if (bytes_.size() >= high_water) {
      consumed_.expires_at(deadline_after(Duration::zero()));
      co_await consumed_.async_wait(as_values);
      continue;
    }
    const auto [error, count] = co_await stream_.read(block_);
    bytes_.append(block_.data(), count);
    closed_ = closed_ || error;
    arrived_.cancel();
  }
}

void SocketInbox::stop() {
  closed_ = true;
  stream_.close();
  consumed_.cancel();
  arrived_.cancel();
}

Awaitable<SocketInbox::Fill> SocketInbox::wait_beyond(size_t seen,
                                                      std::chrono::steady_clock::time_point until) {
  while (bytes_.size() <= seen && !closed_) {
    arrived_.expires_at(until);
    const auto [error] = co_await arrived_.async_wait(as_values);
    if (!error && bytes_.size() <= seen && !closed_) co_return Fill::idle;
  }
  co_return bytes_.size() > seen ? Fill::more : Fill::closed;
}

void SocketInbox::consume(size_t count) {
  bytes_.erase(0, count);
  consumed_.cancel();
}

}  // namespace foreshock::net
