#include "net/stream_socket.h"

#include <array>
#include <cerrno>
#include <string>

#include <asio/buffer.hpp>
#include <asio/write.hpp>

namespace foreshock::net {

void StreamSocket::connect_tls(const TlsContext& context, const std::string& host) {
  asio::error_code ignored;
  socket_.native_non_blocking(true, ignored);
  tls_ = TlsSession::connect(context, socket_.native_handle(), host);
}

void StreamSocket::accept_tls(const TlsContext& context) {
  asio::error_code ignored;
  socket_.native_non_blocking(true, ignored);
  tls_ = TlsSession::accept(context, socket_.native_handle());
}

Awaitable<std::pair<asio::error_code, TlsSession::Handshake>> StreamSocket::shake_hands() {
  asio::error_code error;
  auto outcome = tls_->shake_hands();
  while (outcome == TlsSession::Handshake::under_way && !error) {
    error = co_await wait();
    if (!error) outcome = tls_->shake_hands();
  }
  co_return std::pair(error, outcome);
}

// Until TLS may go on.
Awaitable<asio::error_code> StreamSocket::wait() {
  const auto what = tls_->wants_write() ? asio::socket_base::wait_write : asio::socket_base::wait_read;
  const auto [error] = co_await socket_.async_wait(what, as_values);
  co_return !error && !tls_ ? asio::error::operation_aborted : error;
}

Awaitable<asio::error_code> StreamSocket::write(std::string_view first, std::string_view second,
                                                std::string_view third) {
  if (!tls_) {
    const std::array<asio::const_buffer, 3> buffers = {asio::buffer(first), asio::buffer(second),
                                                       asio::buffer(third)};
    const auto [error, count] = co_await asio::async_write(socket_, buffers, as_values);
    co_return error;
  }
  std::string together;
  for (const std::string_view one : {first, second, third}) together.append(one);
  co_return co_await write_tls(together);
}

Awaitable<asio::error_code> StreamSocket::write_tls(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = tls_->send(bytes);
    if (count > 0) bytes.remove_prefix(static_cast<size_t>(count));
    if (count > 0) continue;
    if (count == 0 || errno != EAGAIN) co_return asio::error::broken_pipe;
    const asio::error_code error = co_await wait();
    if (error) co_return error;
  }
  co_return asio::error_code();
}

Awaitable<std::pair<asio::error_code, size_t>> StreamSocket::read(std::span<char> into) {
  if (!tls_) {
    const auto [error, count] =
        co_await socket_.async_read_some(asio::buffer(into.data(), into.size()), as_values);
    co_return std::pair(error, count);
  }
  while (true) {
    const ssize_t count = tls_->receive(into);
    if (count > 0) co_return std::pair(asio::error_code(), static_cast<size_t>(count));
    if (count == 0) co_return std::pair(asio::error_code(asio::error::eof), size_t{0});
    if (errno != EAGAIN) co_return std::pair(asio::error_code(errno, asio::system_category()), size_t{0});
    const asio::error_code error = co_await wait();
    if (error) co_return std::pair(error, size_t{0});
  }
}

void StreamSocket::end_sending() {
  if (tls_) tls_->end_sending();
  asio::error_code ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
}

void StreamSocket::close() {
  if (tls_) tls_->end_sending();
  cut();
}

void StreamSocket::reset() {
  asio::error_code ignored;
  socket_.set_option(Socket::linger(true, 0), ignored);
  cut();
}

void StreamSocket::cut() {
  tls_.reset();
  asio::error_code ignored;
  socket_.close(ignored);
}

}  // namespace foreshock::net
