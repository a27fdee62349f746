#pragma once
// A server on a free port, and what a plain answer of it looks like.
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "net/http_server.h"
#include "net/raw_client_test.h"

namespace foreshock::net {

inline Awaitable<void> echo(HttpRequest request, Responder& responder) {
  HttpReply reply;
  reply.content_type = "text/plain";
  reply.body = request.method + " " + request.path + "?" + request.query + " " + request.body;
  co_await responder.reply(std::move(reply));
}

class Server {
 public:
  explicit Server(HttpHandler handler, ServerLimits limits = {}, ConnectionRefusal refuses = nullptr) {
    auto listening = HttpServer::listen(io, {"127.0.0.1", 0}, std::move(handler), limits, std::move(refuses));
    if (!listening) throw std::runtime_error(listening.error().text());
    server = std::move(*listening);
  }
  RawClient client() const { return RawClient(server->address().port); }

  IoThread io;
  std::unique_ptr<HttpServer> server;
};

inline std::string plain(std::string_view body, std::string_view extra = "") {
  return "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" + std::string(extra) +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace foreshock::net
