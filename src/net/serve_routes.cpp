#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "net/http_server.h"

namespace foreshock::net {
namespace serve_routes_impl {

constexpr std::string_view any_path = "/*";

// HEAD is GET without the body, which the Responder leaves out.
bool has_method(const Route& route, std::string_view method) {
  return route.method == method || (route.method == "GET" && method == "HEAD");
}

// The methods that PATH knows, for Allow; empty when no route has the path.
std::string methods_of(const std::vector<Route>& routes, std::string_view path) {
  std::string methods;
  for (const Route& route : routes)
    if (route.path == path) methods += (methods.empty() ? "" : ", ") + route.method;
  return methods;
}

const Route* find_route(const std::vector<Route>& routes, std::string_view method, std::string_view path) {
  const auto found = std::find_if(routes.begin(), routes.end(), [&](const Route& route) {
    return route.path == path && has_method(route, method);
  });
  return found == routes.end() ? nullptr : &*found;
}

HttpReply answer(const std::vector<Route>& routes, const HttpRequest& request) {
  if (const Route* route = find_route(routes, request.method, request.path)) return route->answer(request);
  if (const std::string methods = methods_of(routes, request.path); !methods.empty()) {
    HttpReply reply = error_reply(Error(Code::method_not_allowed,
                                        fmt::format("{} does not take {}", request.path, request.method),
                                        fmt::format("Use {}.", methods)));
    reply.headers.emplace_back("Allow", methods);
    return reply;
  }
  if (const Route* route = find_route(routes, request.method, any_path)) return route->answer(request);
  return error_reply(Error(Code::not_found, fmt::format("nothing is at {}", request.path)));
}

// Coroutines must not be lambdas that capture: the closure would have to outlive them.
Awaitable<void> serve(std::shared_ptr<const std::vector<Route>> routes, HttpRequest request,
                      Responder& responder) {
  HttpReply reply = answer(*routes, request);
  co_await responder.reply(std::move(reply));
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out.append({'\\', c});
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
}

}  // namespace serve_routes_impl

HttpHandler serve_routes(std::vector<Route> routes) {
  auto shared = std::make_shared<const std::vector<Route>>(std::move(routes));
  return [shared](HttpRequest request, Responder& responder) {
    return serve_routes_impl::serve(shared, std::move(request), responder);
  };
}

HttpReply error_reply(const Error& error) {
  const CodeRow& row = row_of(error.code());
  HttpReply reply;
  reply.status = row.http_status;
  reply.body = fmt::format(R"({{"error":{{"code":"{}","message":")", row.name);
  serve_routes_impl::append_escaped(reply.body, error.what());
  reply.body += R"(","hint":")";
  serve_routes_impl::append_escaped(reply.body, error.hint());
  reply.body += R"("}})";
  return reply;
}

}  // namespace foreshock::net
