#pragma once
// One connection of an HttpServer, from its first byte to its last.
#include <memory>

#include "net/asio_values.h"
#include "net/http_server.h"
#include "net/tls_context.h"

namespace foreshock::net {

// What all connections of a server share.
struct HttpService {
  HttpHandler handler;
  ServerLimits limits;
  ConnectionRefusal refuses;
  TlsContext tls{};  // none: plain
};

// Ends when the connection is closed. A request that it cannot take it answers with 400, 413 or 431, and
// closes.
Awaitable<void> serve_connection(tcp::socket socket, std::shared_ptr<const HttpService> service);

}  // namespace foreshock::net
