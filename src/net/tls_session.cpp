#include "net/tls_session.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include "net/address.h"

namespace foreshock::net {
namespace tls_session_impl {

int socket_of(BIO* bio) {
  return static_cast<int>(reinterpret_cast<intptr_t>(BIO_get_data(bio)));
}

int read_socket(BIO* bio, char* into, int size) {
  const ssize_t count = recv(socket_of(bio), into, static_cast<size_t>(size), 0);
  BIO_clear_retry_flags(bio);
  if (count < 0 && errno == EAGAIN) BIO_set_retry_read(bio);
  return static_cast<int>(count);
}

int write_socket(BIO* bio, const char* bytes, int size) {
  const ssize_t count = ::send(socket_of(bio), bytes, static_cast<size_t>(size), MSG_NOSIGNAL);
  BIO_clear_retry_flags(bio);
  if (count < 0 && errno == EAGAIN) BIO_set_retry_write(bio);
  return static_cast<int>(count);
}

long control_socket(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

// OpenSSL's own writes without MSG_NOSIGNAL.
BIO* bio_of(int socket) {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
    BIO_meth_set_read(made, read_socket);
    BIO_meth_set_write(made, write_socket);
    BIO_meth_set_ctrl(made, control_socket);
    return made;
  }();
  BIO* bio = BIO_new(method);
  BIO_set_data(bio, reinterpret_cast<void*>(static_cast<intptr_t>(socket)));
  BIO_set_init(bio, 1);
  return bio;
}

}  // namespace tls_session_impl

TlsSession::TlsSession(const TlsContext& context, int socket) : session_(SSL_new(context.get()), &SSL_free) {
  BIO* bio = tls_session_impl::bio_of(socket);
  SSL_set_bio(session_.get(), bio, bio);
}

std::unique_ptr<TlsSession> TlsSession::accept(const TlsContext& context, int socket) {
  std::unique_ptr<TlsSession> session(new TlsSession(context, socket));
  SSL_set_accept_state(session->session_.get());
  return session;
}

std::unique_ptr<TlsSession> TlsSession::connect(const TlsContext& context, int socket,
                                                const std::string& host) {
  std::unique_ptr<TlsSession> session(new TlsSession(context, socket));
  SSL* ssl = session->session_.get();
  if (is_numeric(host)) {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.c_str());
  } else {
    SSL_set_tlsext_host_name(ssl, host.c_str());
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    SSL_set1_host(ssl, host.c_str());
  }
  SSL_set_connect_state(ssl);
  return session;
}

TlsSession::Handshake TlsSession::shake_hands() {
  ERR_clear_error();
  errno = 0;
  const ssize_t outcome = outcome_of(SSL_do_handshake(session_.get()));
  if (outcome > 0) return Handshake::done;
  if (outcome < 0 && errno == EAGAIN) return Handshake::under_way;
  const int error = outcome == 0 ? ECONNRESET : errno;
  if (ERR_GET_REASON(ERR_peek_last_error()) == SSL_R_CERTIFICATE_VERIFY_FAILED)
    failure_ = fmt::format("its certificate is not trusted: {}",
                           X509_verify_cert_error_string(SSL_get_verify_result(session_.get())));
  else
    failure_ =
        fmt::format("the TLS handshake failed: {}", error == EPROTO ? tls_failure() : std::strerror(error));
  errno = error;
  return Handshake::failed;
}

bool TlsSession::established() const {
  return SSL_is_init_finished(session_.get()) == 1;
}

bool TlsSession::heard() const {
  return BIO_number_read(SSL_get_rbio(session_.get())) > 0;
}

std::string TlsSession::failure() const {
  return failure_;
}

// Of a call that returned COUNT: as recv and send would.
ssize_t TlsSession::outcome_of(int count) {
  const int error = errno;
  wants_write_ = false;
  if (count > 0) return count;
  switch (SSL_get_error(session_.get(), count)) {
    case SSL_ERROR_WANT_WRITE:
      wants_write_ = true;
      [[fallthrough]];
    case SSL_ERROR_WANT_READ:
      errno = EAGAIN;
      return -1;
    case SSL_ERROR_ZERO_RETURN:
      return 0;
    case SSL_ERROR_SYSCALL:
      errno = error != 0 && error != EAGAIN ? error : ECONNRESET;
      return -1;
    default:
      errno =
          ERR_GET_REASON(ERR_peek_last_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING ? ECONNRESET : EPROTO;
      return -1;
  }
}

ssize_t TlsSession::receive(std::span<char> into) {
  ERR_clear_error();
  errno = 0;
  return outcome_of(SSL_read(session_.get(), into.data(), static_cast<int>(into.size())));
}

ssize_t TlsSession::send(std::string_view bytes) {
  constexpr size_t largest = 1 << 30;
  ERR_clear_error();
  errno = 0;
  return outcome_of(
      SSL_write(session_.get(), bytes.data(), static_cast<int>(std::min(bytes.size(), largest))));
}

void TlsSession::end_sending() {
  ERR_clear_error();
  if (established()) SSL_shutdown(session_.get());
}

}  // namespace foreshock::net
