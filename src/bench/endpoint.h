#pragma once
// From the address that a user gives to the addresses of an OpenAI-compatible server.
#include <string>
#include <string_view>

#include "core/result.h"
#include "net/http_client.h"

namespace foreshock::bench {

struct Endpoint {
  std::string chat_url;    // http://host:port/v1/chat/completions
  std::string models_url;  // http://host:port/v1/models
  std::string chat_path;
  std::string authority;  // host:port, or unix:/path
};

// URL is a base, with or without /v1, or the whole address of the chat completions. Errors: bad_config;
// unsupported for the endpoint of another dialect.
Result<Endpoint> find_endpoint(std::string_view url);

// The first model that the server lists. Errors: those of HttpClient::send; not_found when it lists none.
net::Awaitable<Result<std::string>> first_model(net::HttpClient& http, std::string models_url);

}  // namespace foreshock::bench
