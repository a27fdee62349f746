#pragma once
// What the TLS sessions of one side share: certificates, trust, versions. Made once at the start, used by
// every thread.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"

struct ssl_ctx_st;

namespace foreshock::net {

// Of a server; both in PEM. The certificate's file holds the whole chain, the server's own first.
struct TlsFiles {
  std::string certificate;
  std::string key;
};

// How a client trusts the server.
struct TlsTrust {
  std::string ca_file;  // PEM; empty: what the system trusts
  bool verify = true;   // the chain, and that it is for the host that was asked
};

// TLS 1.2 and 1.3 (RFC 8446); one made by default is none: plain. Cheap to copy.
class TlsContext {
 public:
  TlsContext() = default;
  // Offers PROTOCOLS (ALPN, RFC 7301). What is doubtful but works (an expired certificate, a key that
  // everybody can read) is added to WARNINGS. Errors: bad_config, with the file and how to mend it.
  enum class Protocols : uint8_t { http2_and_1, http1 };
  static Result<TlsContext> for_server(const TlsFiles& files, std::vector<std::string>& warnings,
                                       Protocols protocols = Protocols::http2_and_1);
  // Asks for http/1.1. Errors: bad_config, with the file.
  static Result<TlsContext> for_client(const TlsTrust& trust);

  explicit operator bool() const { return context_ != nullptr; }
  ssl_ctx_st* get() const { return context_.get(); }

 private:
  explicit TlsContext(ssl_ctx_st* context);
  std::shared_ptr<ssl_ctx_st> context_;
};

// What OpenSSL says went wrong last on this thread; empty: nothing.
std::string tls_failure();

}  // namespace foreshock::net
