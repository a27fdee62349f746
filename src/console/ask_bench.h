#pragma once
// For benchmarks: the console's routes asked as its page on this machine asks them.
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "net/route.h"

namespace foreshock::console {

// The answer's body; throws where it is no 200, so that no benchmark measures a refusal.
inline std::string ask(std::span<const net::Route> routes, std::string path, std::string query) {
  net::HttpRequest request;
  request.method = "GET";
  request.path = std::move(path);
  request.query = std::move(query);
  request.headers.add("Host", "127.0.0.1");
  request.from_this_machine = true;
  for (const net::Route& route : routes) {
    if (route.path != request.path) continue;
    net::HttpReply reply = route.answer(request);
    if (reply.status == 200) return std::move(reply.body);
    throw std::runtime_error(fmt::format("{}: {} {}", request.path, reply.status, reply.body));
  }
  throw std::runtime_error(fmt::format("nothing is at {}", request.path));
}

}  // namespace foreshock::console
