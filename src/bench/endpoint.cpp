#include "bench/endpoint.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wire/dialect.h"
#include "wire/url.h"

namespace foreshock::bench {
namespace endpoint_impl {

constexpr std::string_view chat_suffix = "/chat/completions";

// The id of the first model of {"data": [{"id": …}]}; empty when there is none.
std::string first_id(const std::string& body) {
  const auto answer = nlohmann::json::parse(body, nullptr, false);
  if (!answer.is_object() || !answer.contains("data")) return "";
  const auto& models = answer["data"];
  if (!models.is_array() || models.empty() || !models[0].is_object()) return "";
  const auto id = models[0].find("id");
  return id != models[0].end() && id->is_string() ? id->get<std::string>() : "";
}

}  // namespace endpoint_impl

Result<Endpoint> find_endpoint(std::string_view url) {
  FORESHOCK_TRY(wire::Url base, wire::parse_url(url));
  const wire::Dialect dialect = wire::dialect_of_path(base.base);
  if (dialect == wire::Dialect::openai_chat)
    base.base.resize(base.base.size() - endpoint_impl::chat_suffix.size());
  else if (dialect != wire::Dialect::unknown)
    return fail(Code::unsupported, fmt::format("a load speaks chat completions, not '{}'", base.base),
                "Give the base of the server, or its /v1/chat/completions.");
  // Whoever names the whole address means it: no version is put before it.
  const bool whole = dialect == wire::Dialect::openai_chat;
  const auto path_of = [&](std::string_view tail) {
    return whole ? base.base + std::string(tail) : base.target_for(fmt::format("/v1{}", tail));
  };
  Endpoint endpoint;
  endpoint.authority = base.place();
  endpoint.chat_path = path_of(endpoint_impl::chat_suffix);
  endpoint.chat_url = base.at(endpoint.chat_path);
  endpoint.models_url = base.at(path_of("/models"));
  return endpoint;
}

net::Awaitable<Result<std::string>> first_model(net::HttpClient& http, std::string models_url) {
  auto response = co_await http.send(net::ClientRequest("GET", models_url));
  if (!response) co_return fail(std::move(response).error());
  auto body = co_await response->read_all();
  if (!body) co_return fail(std::move(body).error());
  const int status = response->head().status;
  std::string id = status == 200 ? endpoint_impl::first_id(*body) : std::string();
  if (!id.empty()) co_return id;
  co_return fail(Code::not_found, fmt::format("{} lists no model (status {})", models_url, status),
                 "Give the model with --model, or check the url.");
}

}  // namespace foreshock::bench
