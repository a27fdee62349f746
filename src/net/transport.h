#pragma once
// The bytes of one connection of the data plane, plain or through TLS, with what the socket has not taken
// yet.
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/file_descriptor.h"
#include "net/tls_session.h"

namespace foreshock::net {

// Without TLS each call is the one of the socket.
class Transport {
 public:
  Transport() = default;
  explicit Transport(FileDescriptor socket) : socket_(std::move(socket)) {}

  int descriptor() const { return socket_.get(); }
  bool is_open() const { return static_cast<bool>(socket_); }
  // Nothing is said to the peer: what it has not got whole must not look whole.
  void close();

  // From here on all goes through TLS; before anything is sent.
  void accept_tls(const TlsContext& context) { tls_ = TlsSession::accept(context, socket_.get()); }
  void connect_tls(const TlsContext& context, const std::string& host) {
    tls_ = TlsSession::connect(context, socket_.get(), host);
  }
  void speak_plain() { tls_.reset(); }
  // nullptr: plain.
  TlsSession* tls() { return tls_.get(); }

  // As recv(2), with room for a TLS record, 16 KB, at least. 0 is an orderly end only.
  ssize_t receive(std::span<char> into);
  // Sends at once what the socket takes, and keeps the rest for flush(): of a large BODY, which may be
  // nullptr, without a copy. When nothing is kept only; what goes wrong, receive() tells.
  void send(std::string head, std::shared_ptr<const std::string> body);
  // Keeps BYTES for flush().
  void keep(std::string_view bytes);
  // Whether some of what was kept went out.
  bool flush();
  // Bytes kept.
  size_t backlog() const { return out_.size() - sent_ + (body_ ? body_->size() - body_sent_ : 0); }
  // How many bytes the peer's machine has taken so far, of all that was sent; through TLS about so.
  int64_t taken_by_peer() const;
  // Whether to wait until the socket takes bytes.
  bool wants_write() const { return backlog() > 0 || (tls_ && tls_->wants_write()); }
  // Nothing more is sent.
  void end_sending();

 private:
  size_t write(std::string_view bytes);
  bool flush_body();

  FileDescriptor socket_;
  std::unique_ptr<TlsSession> tls_;
  std::string out_;
  size_t sent_ = 0;
  int64_t written_ = 0;                      // to the socket, since it is open
  std::shared_ptr<const std::string> body_;  // goes after what is in out_
  size_t body_sent_ = 0;
};

}  // namespace foreshock::net
