// The part of a Connection that speaks TLS.
#include <csignal>

#include <fmt/format.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include "testkit/loopback.h"

namespace foreshock::testkit {
namespace loopback_tls_impl {

using Context = std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)>;

Context context_of(const SSL_METHOD* method) {
  std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes without MSG_NOSIGNAL
  return Context(SSL_CTX_new(method), &SSL_CTX_free);
}

}  // namespace loopback_tls_impl

bool Connection::connect_tls(const std::string& ca_file, const std::string& host,
                             const std::string& protocol) {
  const auto context = loopback_tls_impl::context_of(TLS_client_method());
  SSL_CTX_load_verify_locations(context.get(), ca_file.c_str(), nullptr);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  tls_.reset(SSL_new(context.get()), &SSL_free);
  const std::string offered = fmt::format("{}{}", static_cast<char>(protocol.size()), protocol);
  SSL_set_alpn_protos(tls_.get(), reinterpret_cast<const unsigned char*>(offered.data()),
                      static_cast<unsigned int>(offered.size()));
  SSL_set_tlsext_host_name(tls_.get(), host.c_str());
  SSL_set1_host(tls_.get(), host.c_str());
  SSL_set_fd(tls_.get(), socket_.get());
  return SSL_connect(tls_.get()) == 1;
}

bool Connection::accept_tls(const CertificateFiles& files) {
  const auto context = loopback_tls_impl::context_of(TLS_server_method());
  SSL_CTX_use_certificate_chain_file(context.get(), files.certificate.c_str());
  SSL_CTX_use_PrivateKey_file(context.get(), files.key.c_str(), SSL_FILETYPE_PEM);
  tls_.reset(SSL_new(context.get()), &SSL_free);
  SSL_set_fd(tls_.get(), socket_.get());
  return SSL_accept(tls_.get()) == 1;
}

std::string Connection::protocol() const {
  const unsigned char* name = nullptr;
  unsigned int size = 0;
  SSL_get0_alpn_selected(tls_.get(), &name, &size);
  return std::string(reinterpret_cast<const char*>(name), size);
}

ssize_t Connection::read(char* into, size_t size, bool peek) {
  if (!tls_) return recv(socket_.get(), into, size, peek ? MSG_PEEK : 0);
  return (peek ? SSL_peek : SSL_read)(tls_.get(), into, static_cast<int>(size));
}

bool Connection::ended_in_order() const {
  return (SSL_get_shutdown(tls_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
}

}  // namespace foreshock::testkit
