#pragma once
// An HTTP/1.1 server for everything but the gateway's data plane: consoles, simulated engines, tests.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/instant.h"
#include "core/result.h"
#include "net/address.h"
#include "net/io.h"
#include "net/route.h"
#include "net/tls_context.h"
#include "wire/http_head.h"

namespace foreshock::net {

struct HttpExchange;

// Answers one request: either one reply, or begin_stream, any number of writes, and finish. All of it on the
// server's thread. Errors are cancelled when the client has left, internal when the calls come in another
// order.
class Responder {
 public:
  explicit Responder(HttpExchange& exchange) : exchange_(exchange) {}

  // Name the reply first and move it in: g++ 12 destroys a braced one twice inside a co_await expression.
  Awaitable<Result<void>> reply(HttpReply reply);
  // Sends the head at once.
  Awaitable<Result<void>> begin_stream(int status, std::string content_type, wire::Headers headers = {});
  // One chunk, one write. Nothing is sent for no bytes.
  Awaitable<Result<void>> write(std::string bytes);
  Awaitable<Result<void>> finish();
  // Closes the connection without the end of the answer.
  Awaitable<void> abort();
  // The same at once and with a reset: the client may lose what was sent before.
  Awaitable<void> reset();
  // The peer has closed its side; watched while the handler runs.
  bool client_gone() const;

 private:
  Awaitable<Result<void>> send(std::string_view first, std::string_view second, std::string_view third);
  HttpExchange& exchange_;
};

// Runs on the server's thread and must not block it. An answer that is not whole at its end closes the
// connection; without any, the client gets a 500.
using HttpHandler = std::function<Awaitable<void>(HttpRequest, Responder&)>;

struct ServerLimits {
  wire::HeadLimits head;
  uint64_t body_bytes = 64ull << 20;
  Duration idle = std::chrono::seconds(75);       // without a byte from the client, while one is waited for
  Duration head_time = std::chrono::seconds(10);  // from the first byte of a head until it is whole
};

// Asked for each new connection, on the server's thread; true: it is reset, nothing of it is read.
using ConnectionRefusal = std::function<bool()>;

class HttpServer {
 public:
  // ADDRESS with an empty host: every address of the machine, IPv6 and IPv4. TLS: none for plain HTTP; with
  // one, a client that does not agree on it is let go. Errors: io.
  static Result<std::unique_ptr<HttpServer>> listen(IoThread& io, const Address& address, HttpHandler handler,
                                                    ServerLimits limits = {},
                                                    ConnectionRefusal refuses = nullptr, TlsContext tls = {});
  ~HttpServer();  // stops

  // With the port that was taken.
  Address address() const;
  // Closes every connection and waits until no handler runs; from the IoThread itself it does not wait.
  void stop();

 private:
  struct State;
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Answers by the table; a GET route also answers HEAD. Others get 404 or 405, in the shape of error_reply.
HttpHandler serve_routes(std::vector<Route> routes);

// {"error":{"code","message","hint"}} with the status of the code.
HttpReply error_reply(const Error& error);

}  // namespace foreshock::net
