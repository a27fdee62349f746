#include "enginesim/api_pages.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "enginesim/api_refusals.h"

namespace foreshock::enginesim {
namespace api_pages_impl {

using Json = nlohmann::ordered_json;

constexpr std::string_view models_path = "/v1/models";

net::HttpReply json_reply(const Json& body) {
  net::HttpReply reply;
  reply.body = body.dump(-1, ' ', false, Json::error_handler_t::replace);
  return reply;
}

net::HttpReply text_reply(int status, std::string content_type, std::string body) {
  net::HttpReply reply;
  reply.status = status;
  reply.content_type = std::move(content_type);
  reply.body = std::move(body);
  return reply;
}

Json model_json(const EnginePages& pages) {
  Json model;
  model["id"] = pages.model;
  model["object"] = "model";
  model["created"] = pages.started;
  model["owned_by"] = "foreshock";
  model["max_model_len"] = pages.longest_context;
  return model;
}

net::HttpReply models_reply(const EnginePages& pages, std::string_view name) {
  if (name.empty()) {
    Json list;
    list["object"] = "list";
    list["data"] = Json::array({model_json(pages)});
    return json_reply(list);
  }
  if (name.substr(1) == pages.model) return json_reply(model_json(pages));
  return error_reply(no_such_model(name.substr(1)));
}

bool only_for_post(std::string_view path) {
  return path == "/v1/chat/completions" || path == "/v1/completions";
}

net::HttpReply unknown_url(const net::HttpRequest& request) {
  return error_reply(
      {404, fmt::format("Unknown request URL: {} {}", request.method, request.path), "", "unknown_url"});
}

}  // namespace api_pages_impl

net::HttpReply error_reply(const ApiError& error) {
  net::HttpReply reply;
  reply.status = error.status;
  reply.body = to_json(error);
  if (error.status == 429) reply.headers.emplace_back("Retry-After", "1");
  return reply;
}

net::HttpReply wrong_method_reply(std::string_view methods, const net::HttpRequest& request) {
  net::HttpReply reply =
      error_reply({405, fmt::format("{} does not take {}. Use {}.", request.path, request.method, methods),
                   "", "method_not_allowed"});
  reply.headers.emplace_back("Allow", methods);
  return reply;
}

net::HttpReply page_reply(const net::HttpRequest& request, const EnginePages& pages) {
  using namespace api_pages_impl;
  const std::string_view path = request.path;
  if (path == "/reset_prefix_cache" && pages.forget_prefixes) {
    if (request.method != "POST") return wrong_method_reply("POST", request);
    pages.forget_prefixes();
    return text_reply(200, "text/plain", "");
  }
  const bool is_model = path == models_path || path.starts_with("/v1/models/");
  if (!is_model && path != "/health" && path != "/version" && path != "/metrics")
    return only_for_post(path) ? wrong_method_reply("POST", request) : unknown_url(request);
  if (request.method != "GET" && request.method != "HEAD") return wrong_method_reply("GET", request);
  if (path == "/health") return text_reply(pages.healthy ? 200 : 503, "text/plain", "");
  if (path == "/version") return json_reply({{"version", pages.version}});
  if (path == "/metrics") return text_reply(200, "text/plain; version=0.0.4; charset=utf-8", pages.metrics());
  return models_reply(pages, path.substr(models_path.size()));
}

}  // namespace foreshock::enginesim
