#pragma once
// An HTTP/1.1 client with a pool of kept connections, and the time at which each read returned.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/instant.h"
#include "core/result.h"
#include "net/io.h"
#include "net/tls_context.h"
#include "wire/http_head.h"

namespace foreshock::net {

class ConnectionPool;

// Zero: never.
struct ClientTimeouts {
  Duration connect = std::chrono::seconds(5);
  Duration first_byte = std::chrono::seconds(60);  // of the answer, once the request is written
  Duration idle = std::chrono::seconds(60);        // between two reads of the body
};

// A class with a constructor, so that one may stand inside a co_await expression (g++ 12).
struct ClientRequest {
  ClientRequest(std::string the_method, std::string the_url, std::string the_body = {})
      : method(std::move(the_method)), url(std::move(the_url)), body(std::move(the_body)) {}

  std::string method;
  std::string url;  // whole: http://host:port/path?query, https://…, or unix:/path of a socket:/path?query
  wire::Headers headers;  // Host and Content-Length are added
  std::string body;
  ClientTimeouts timeouts;
};

// An answer whose head has come. To drop it before its end closes the connection.
class ClientResponse {
 public:
  struct Exchange;
  explicit ClientResponse(std::unique_ptr<Exchange> exchange);
  ClientResponse(ClientResponse&&) noexcept;
  ClientResponse& operator=(ClientResponse&&) noexcept;
  ~ClientResponse();

  const wire::ResponseHead& head() const;
  // What one read of the socket gave of the body; empty at its end. Errors: backend_broken when it ends
  // early, timeout, cancelled.
  Awaitable<Result<std::string>> read_some();
  // The rest of the body. Errors: those of read_some; backend_broken when it is over LIMIT bytes.
  Awaitable<Result<std::string>> read_all(size_t limit = 64u << 20);

  Instant sent() const;           // the writing of the request began, on a connection
  Instant head_received() const;  // the read that completed the head returned
  Instant last_read() const;      // the read behind the last read_some returned
  bool reused() const;            // the connection had carried another request
  bool retried() const;           // a reused connection had died before any byte; this is a fresh one

 private:
  std::unique_ptr<Exchange> exchange_;
};

// For the thread of its executor only, but it may be destroyed on another. CLOCK must outlive it and its
// answers. A connection is kept for 4 s, since many servers close after 5.
class HttpClient {
 public:
  // TRUST: in servers of https.
  HttpClient(Executor executor, const Clock& clock, TlsTrust trust = {});
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Until the head of the answer has come; whatever its status, it is a success. When a reused connection
  // dies before any byte, one fresh one is tried. Errors: bad_config for the url or the trust,
  // backend_unreachable, backend_broken, timeout, cancelled.
  Awaitable<Result<ClientResponse>> send(ClientRequest request);

 private:
  std::shared_ptr<ConnectionPool> pool_;
};

}  // namespace foreshock::net
