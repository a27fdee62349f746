#pragma once
// A connected socket of Asio, plain or through TLS.
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include <asio/generic/stream_protocol.hpp>

#include "net/asio_values.h"
#include "net/io.h"
#include "net/tls_session.h"

namespace foreshock::net {

// For one thread. May be closed while it is waited on: that ends the wait with an error.
class StreamSocket {
 public:
  using Socket = asio::generic::stream_protocol::socket;

  explicit StreamSocket(Socket socket) : socket_(std::move(socket)) {}
  ~StreamSocket() { close(); }
  StreamSocket(const StreamSocket&) = delete;
  StreamSocket& operator=(const StreamSocket&) = delete;

  Socket& socket() { return socket_; }
  // nullptr: plain.
  TlsSession* tls() { return tls_.get(); }

  // From here on through TLS, as the side that calls or that was called. Then shake_hands().
  void connect_tls(const TlsContext& context, const std::string& host);
  void accept_tls(const TlsContext& context);
  // Where there is no error: done, or failed, and tls()->failure() says why.
  Awaitable<std::pair<asio::error_code, TlsSession::Handshake>> shake_hands();

  // All of them, one after the other.
  Awaitable<asio::error_code> write(std::string_view first, std::string_view second = {},
                                    std::string_view third = {});
  // As async_read_some, INTO with room for 16 KB: the end is an error of its own, eof; through TLS that is an
  // orderly end only.
  Awaitable<std::pair<asio::error_code, size_t>> read(std::span<char> into);
  // Nothing more is sent.
  void end_sending();
  void close();
  // Closes with RST instead of FIN.
  void reset();
  // The bytes stop, and nobody says that this is the end.
  void cut();

 private:
  Awaitable<asio::error_code> wait();
  Awaitable<asio::error_code> write_tls(std::string_view bytes);

  Socket socket_;
  std::unique_ptr<TlsSession> tls_;  // speaks over the socket; nothing once that is closed
};

}  // namespace foreshock::net
