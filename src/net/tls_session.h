#pragma once
// TLS over one non-blocking socket.
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "net/tls_context.h"

struct ssl_st;

namespace foreshock::net {

// Calls are as those of a socket: -1 with EAGAIN in errno means that nothing goes now. What is written leaves
// at once, in records of its own: nothing waits for 16 KB to be full.
class TlsSession {
 public:
  // The side that was called, on SOCKET, which must outlive the session.
  static std::unique_ptr<TlsSession> accept(const TlsContext& context, int socket);
  // The side that calls: HOST is told to the server (SNI) and must stand in its certificate; it may be an IP
  // address.
  static std::unique_ptr<TlsSession> connect(const TlsContext& context, int socket, const std::string& host);

  enum class Handshake : uint8_t { done, under_way, failed };
  // Goes on with it as far as the socket allows.
  Handshake shake_hands();
  bool established() const;
  // The peer has said something, whatever it is.
  bool heard() const;
  // Why it failed, as text for people.
  std::string failure() const;

  // INTO must have room for a whole record, 16 KB: then the socket is readable as long as anything is left.
  // 0: an orderly end; a connection that was cut without one is -1 with ECONNRESET.
  ssize_t receive(std::span<char> into);
  ssize_t send(std::string_view bytes);
  // Tells the peer that nothing more comes, if that goes without waiting.
  void end_sending();
  // It must write before it can read on.
  bool wants_write() const { return wants_write_; }

 private:
  TlsSession(const TlsContext& context, int socket);
  ssize_t outcome_of(int count);

  std::unique_ptr<ssl_st, void (*)(ssl_st*)> session_;
  bool wants_write_ = false;
  std::string failure_;
};

}  // namespace foreshock::net
