#pragma once
// One path of an HTTP server and who answers it. Rooms hand their routes to cli, which mounts them on one
// server.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "wire/http_head.h"

namespace foreshock::net {

struct HttpRequest {
  std::string method;
  std::string path;   // without the query
  std::string query;  // without the question mark
  wire::Headers headers;
  std::string body;
  bool from_this_machine = false;  // over a loopback address
  std::string peer;                // its address, without the port
  std::string who;                 // asks, as a guard before the route found out; empty: nobody found out
};

struct HttpReply {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

// Exact path; "/*" catches what no other route has. ANSWER runs on the server's thread and must not block.
struct Route {
  std::string method;
  std::string path;
  std::function<HttpReply(const HttpRequest&)> answer;
};

}  // namespace foreshock::net
