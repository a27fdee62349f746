#include "net/tls_context.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreshock::net {
namespace tls_context_impl {

// As ALPN writes lists: each name after its length.
constexpr std::string_view offered = "\x02h2\x08http/1.1";
constexpr std::string_view asked = "\x08http/1.1";
// For TLS 1.2, forward secret and authenticated: what HTTP/2 allows (RFC 9113, section 9.2.2).
constexpr const char* ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20";

tl::unexpected<Error> bad_file(std::string_view what, const std::string& file, std::string_view why,
                               std::string hint) {
  return fail(Code::bad_config, fmt::format("{} {}: {}", what, file, why), std::move(hint));
}

Result<void> check_readable(std::string_view what, const std::string& file, std::string_view option) {
  if (file.empty())
    return fail(Code::bad_config, fmt::format("{} is missing: TLS needs a certificate and its key", option),
                fmt::format("Give the path of a PEM file as {}.", option));
  if (access(file.c_str(), R_OK) == 0) return {};
  return bad_file(what, file, std::strerror(errno),
                  fmt::format("Check the path in {}, and that this user may read it.", option));
}

// A key with a passphrase would make OpenSSL ask for it on the terminal.
int no_passphrase(char*, int, int, void*) {
  return 0;
}

int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* size, const unsigned char* wanted,
                    unsigned int wanted_size, void* ours) {
  const std::string_view names = *static_cast<const std::string_view*>(ours);
  unsigned char* found = nullptr;
  const int outcome =
      SSL_select_next_proto(&found, size, reinterpret_cast<const unsigned char*>(names.data()),
                            static_cast<unsigned int>(names.size()), wanted, wanted_size);
  *chosen = found;
  return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

void set_common(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(context, ciphers);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
  // A write may be repeated from where its bytes were moved to; idle connections hold no buffers of 17 KB
  // each.
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
}

Result<void> use_key(SSL_CTX* context, const TlsFiles& files) {
  if (SSL_CTX_use_PrivateKey_file(context, files.key.c_str(), SSL_FILETYPE_PEM) == 1) return {};
  const unsigned long error = ERR_peek_last_error();
  if (ERR_GET_LIB(error) == ERR_LIB_X509 && ERR_GET_REASON(error) == X509_R_KEY_VALUES_MISMATCH)
    return bad_file(
        "the private key", files.key, fmt::format("it does not belong to {}", files.certificate),
        "Give the key with which this certificate was requested; the server's own certificate stands first "
        "in its file.");
  return bad_file("the private key", files.key,
                  "it holds no private key in PEM that can be read without a passphrase",
                  "Give an unencrypted PEM file; 'openssl pkey -in KEY -out FILE' writes one.");
}

void look_for_doubts(SSL_CTX* context, const TlsFiles& files, std::vector<std::string>& warnings) {
  const X509* certificate = SSL_CTX_get0_certificate(context);
  if (X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0)
    warnings.push_back(
        fmt::format("the certificate {} has expired: clients will refuse it", files.certificate));
  if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0)
    warnings.push_back(
        fmt::format("the certificate {} is not valid yet: clients will refuse it", files.certificate));
  struct stat status {};
  if (stat(files.key.c_str(), &status) == 0 && (status.st_mode & (S_IROTH | S_IWOTH)) != 0)
    warnings.push_back(fmt::format(
        "everybody on this machine can read the private key {}; 'chmod 600' mends it", files.key));
}

}  // namespace tls_context_impl

TlsContext::TlsContext(ssl_ctx_st* context) : context_(context, &SSL_CTX_free) {
  tls_context_impl::set_common(context);
}

Result<TlsContext> TlsContext::for_server(const TlsFiles& files, std::vector<std::string>& warnings,
                                          Protocols protocols) {
  using namespace tls_context_impl;
  FORESHOCK_CHECK(check_readable("the certificate", files.certificate, "tls.certificate"));
  FORESHOCK_CHECK(check_readable("the private key", files.key, "tls.key"));
  TlsContext context(SSL_CTX_new(TLS_server_method()));
  SSL_CTX_set_default_passwd_cb(context.get(), no_passphrase);
  const std::string_view& names = protocols == Protocols::http1 ? asked : offered;
  SSL_CTX_set_alpn_select_cb(context.get(), choose_protocol, const_cast<std::string_view*>(&names));
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(context.get(), files.certificate.c_str()) != 1)
    return bad_file("the certificate", files.certificate, tls_failure(),
                    "Give a PEM file with the server's certificate, then those that signed it.");
  FORESHOCK_CHECK(use_key(context.get(), files));
  look_for_doubts(context.get(), files, warnings);
  return context;
}

Result<TlsContext> TlsContext::for_client(const TlsTrust& trust) {
  using namespace tls_context_impl;
  TlsContext context(SSL_CTX_new(TLS_client_method()));
  SSL_CTX_set_alpn_protos(context.get(), reinterpret_cast<const unsigned char*>(asked.data()),
                          static_cast<unsigned int>(asked.size()));
  SSL_CTX_set_verify(context.get(), trust.verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nullptr);
  if (trust.ca_file.empty()) {
    SSL_CTX_set_default_verify_paths(context.get());
    return context;
  }
  FORESHOCK_CHECK(check_readable("the certificates", trust.ca_file, "ca_file"));
  ERR_clear_error();
  if (SSL_CTX_load_verify_locations(context.get(), trust.ca_file.c_str(), nullptr) == 1) return context;
  return bad_file("the certificates", trust.ca_file, tls_failure(),
                  "Give a PEM file with the certificates that may sign for this backend.");
}

std::string tls_failure() {
  const unsigned long error = ERR_peek_last_error();
  const char* reason = ERR_reason_error_string(error);
  return reason == nullptr ? std::string() : std::string(reason);
}

}  // namespace foreshock::net
