#pragma once
// What an engine answers without running its model.
#include <functional>
#include <string>

#include "enginesim/api_error.h"
#include "net/route.h"

namespace foreshock::enginesim {

struct EnginePages {
  std::string model, version;
  int64_t longest_context = 0;  // tokens
  int64_t started = 0;          // Unix seconds
  bool healthy = true;
  std::function<std::string()> metrics;
  std::function<void()> forget_prefixes{};  // none: it cannot
};

net::HttpReply error_reply(const ApiError& error);
// 405, where the path takes METHODS, as "GET, POST".
net::HttpReply wrong_method_reply(std::string_view methods, const net::HttpRequest& request);
// /v1/models, /v1/models/NAME, /health, /version, /metrics, POST /reset_prefix_cache; 404 or 405 for
// everything else.
net::HttpReply page_reply(const net::HttpRequest& request, const EnginePages& pages);

}  // namespace foreshock::enginesim
