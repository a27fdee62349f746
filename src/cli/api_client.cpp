#include "cli/api_client.h"

#include <cstdlib>

#include <fmt/format.h>

#include "core/catalog.h"
#include "net/http_client.h"
#include "net/io.h"

namespace foreshock::cli {
namespace api_client_impl {

using nlohmann::json;

struct Reply {
  int status = 0;
  std::string body;
};

net::Awaitable<Result<Reply>> exchange(net::HttpClient& http, net::ClientRequest request) {
  auto response = co_await http.send(std::move(request));
  if (!response) co_return fail(std::move(response).error());
  auto body = co_await response->read_all();
  if (!body) co_return fail(std::move(body).error());
  Reply reply;
  reply.status = response->head().status;
  reply.body = *std::move(body);
  co_return reply;
}

// {"error": {"code", "message", "hint"}}; the gateway says the hint in its message once more.
Error error_of(const json& body, int status, const std::string& url) {
  const json error = body.is_object() ? body.value("error", json()) : json();
  if (!error.is_object() || !error.contains("message"))
    return Error(Code::backend_broken, fmt::format("{} answered with status {}", url, status),
                 "Is it the address of a Foreshock of this version?");
  const std::string code = error.value("code", "");
  const CodeRow* row = find_by_name(codes(), code);
  const Code known = row == nullptr ? Code::internal : row->code;
  const std::string hint = error.value("hint", "");
  std::string message = error.value("message", "");
  if (const std::string tail = fmt::format(" {}", hint); message.ends_with(tail)) {
    message.resize(message.size() - tail.size());
    if (message.ends_with('.')) message.pop_back();
  }
  return Error(known == Code::bad_request ? Code::bad_usage : known, message, hint);
}

std::string unreached(std::string_view path) {
  const bool console = path.starts_with("/api/");
  return fmt::format("Check that Foreshock runs, and say where its {} listens with --{}.",
                     console ? "console" : "gateway", console ? "console" : "gateway");
}

}  // namespace api_client_impl

Result<nlohmann::json> call_api(const std::string& base, std::string_view path, const nlohmann::json* body) {
  using namespace api_client_impl;
  const std::string url = fmt::format("{}{}", base.substr(0, base.find_last_not_of('/') + 1), path);
  const RealClock clock;
  net::IoThread io;
  net::HttpClient http(io.executor(), clock);
  net::ClientRequest request(body == nullptr ? "GET" : "POST", url);
  if (body != nullptr) {
    request.headers.add("Content-Type", "application/json");
    request.body = body->dump(-1, ' ', false, json::error_handler_t::replace);
  }
  // What one of the two takes is never told to the other.
  const char* variable = path.starts_with("/api/") ? "FORESHOCK_ADMIN_TOKEN" : "FORESHOCK_KEY";
  if (const char* key = std::getenv(variable); key != nullptr && *key != '\0')
    request.headers.add("Authorization", fmt::format("Bearer {}", key));
  const auto reply = io.wait_for(exchange(http, std::move(request)));
  if (!reply) return fail(Error(reply.error().code(), reply.error().what(), unreached(path)).at(url));
  auto answer = json::parse(reply->body, nullptr, false);
  if (reply->status >= 400 || answer.is_discarded()) return fail(error_of(answer, reply->status, url));
  return answer;
}

}  // namespace foreshock::cli
