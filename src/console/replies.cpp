#include "console/replies.h"

#include "net/http_server.h"

namespace foreshock::console {
namespace replies_impl {

constexpr std::string_view content_policy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
constexpr std::string_view longest_wait = "60";  // s

}  // namespace replies_impl

net::HttpReply not_cached(net::HttpReply reply) {
  reply.headers.emplace_back("Cache-Control", "no-store");
  return reply;
}

net::HttpReply text_reply(int status, std::string text) {
  net::HttpReply reply;
  reply.status = status;
  reply.content_type = "text/plain; charset=utf-8";
  reply.body = std::move(text) + "\n";
  return not_cached(std::move(reply));
}

net::HttpReply refusal(const Error& error) {
  net::HttpReply reply = not_cached(net::error_reply(error));
  if (reply.status == 401) reply.headers.emplace_back("WWW-Authenticate", "Bearer");
  if (reply.status == 429) reply.headers.emplace_back("Retry-After", replies_impl::longest_wait);
  return reply;
}

net::Route guarded(net::Route route) {
  route.answer = [answer = std::move(route.answer)](const net::HttpRequest& request) {
    net::HttpReply reply = answer(request);
    reply.headers.emplace_back("Content-Security-Policy", replies_impl::content_policy);
    reply.headers.emplace_back("X-Content-Type-Options", "nosniff");
    reply.headers.emplace_back("X-Frame-Options", "DENY");
    reply.headers.emplace_back("Referrer-Policy", "no-referrer");
    reply.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
    return reply;
  };
  return route;
}

}  // namespace foreshock::console
