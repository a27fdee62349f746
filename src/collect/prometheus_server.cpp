#include "collect/prometheus_server.h"

#include <fmt/format.h>

namespace foreshock::collect {
namespace prometheus_server_impl {

constexpr size_t largest_answer = 512u << 20;  // bytes
constexpr Duration first_pause = std::chrono::milliseconds(500);

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t three = 0;
    for (size_t j = 0; j < 3; ++j)
      three = three << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (size_t j = 0; j < 4; ++j) text += i + j > bytes.size() ? '=' : digits[three >> (18 - 6 * j) & 63];
  }
  return text;
}

std::string authorization(const SourceOptions& options) {
  if (!options.token.empty()) return fmt::format("Bearer {}", options.token);
  if (options.user.empty()) return {};
  return fmt::format("Basic {}", base64(fmt::format("{}:{}", options.user, options.password)));
}

std::string time_text(Instant at) {
  return fmt::format("{:.3f}", unix_seconds(at));
}

bool may_pass(const Error& error) {
  return error.code() == Code::timeout || error.code() == Code::backend_unreachable ||
         error.code() == Code::overloaded || error.code() == Code::cancelled;
}

// Of an answer without a body that the API would give.
Error refused(int status, const SourceOptions& options) {
  const bool asked_for_keys = status == 401 || status == 403;
  if (asked_for_keys && options.token.empty() && options.user.empty())
    return Error(Code::unauthorized, fmt::format("the server wants to know who asks (status {})", status),
                 "Give a user and its password, or a token.");
  if (asked_for_keys)
    return Error(Code::unauthorized, fmt::format("the server refuses who asks (status {})", status),
                 "Check the user and its password, or the token.");
  if (status == 429 || status == 503 || status == 502 || status == 504)
    return Error(Code::overloaded, fmt::format("the server answers with status {}", status));
  if (status >= 500)
    return Error(Code::backend_broken, fmt::format("the server answers with status {}", status),
                 "Its own log tells why.");
  return Error(Code::backend_broken,
               fmt::format("what answers there is no Prometheus, nor compatible with it (status {})", status),
               "Give the address of Prometheus, and the path before /api/v1 where it has one.");
}

}  // namespace prometheus_server_impl

PrometheusServer::PrometheusServer(net::Executor executor, const Clock& clock, const SourceOptions& options,
                                   int attempts)
    : http_(std::move(executor), clock, {options.ca_file, options.verify}),
      options_(options),
      url_(source_url(options.prometheus).value()),
      attempts_(attempts) {}

net::Awaitable<Result<PrometheusServer::Reply>> PrometheusServer::ask_once(Method method, std::string path,
                                                                           std::string form) {
  const bool posts = method == Method::post;
  if (!posts) path += fmt::format("?{}", form);
  net::ClientRequest request(posts ? "POST" : "GET", url_.at(fmt::format("{}{}", url_.base, path)));
  if (posts) {
    request.headers.add("Content-Type", "application/x-www-form-urlencoded");
    request.body = std::move(form);
  }
  if (const std::string who = prometheus_server_impl::authorization(options_); !who.empty())
    request.headers.add("Authorization", who);
  request.timeouts = {std::min<Duration>(options_.timeout, std::chrono::seconds(5)), options_.timeout,
                      options_.timeout};
  auto response = co_await http_.send(std::move(request));
  if (!response) co_return fail(std::move(response).error());
  Reply reply;
  reply.status = response->head().status;
  auto whole = co_await response->read_all(prometheus_server_impl::largest_answer);
  if (!whole) co_return fail(std::move(whole).error());
  reply.body = *std::move(whole);
  co_return reply;
}

// The body of an answer by the API; that of an error too, which the reader tells.
net::Awaitable<Result<std::string>> PrometheusServer::ask(Method method, std::string path, Form form) {
  using namespace prometheus_server_impl;
  std::string body;
  for (const auto& [name, value] : form)
    body += fmt::format("{}{}={}", body.empty() ? "" : "&", wire::percent_encoded(name),
                        wire::percent_encoded(value));
  Duration pause = first_pause;
  for (int attempt = 1;; ++attempt, pause *= 2) {
    auto reply = co_await ask_once(method, path, body);
    const bool by_api = reply && reply->body.starts_with('{') && reply->status != 401 && reply->status != 403;
    const bool busy = reply && (reply->status == 429 || reply->status >= 502);
    if (by_api && (!busy || attempt >= attempts_)) co_return std::move(reply->body);
    Error error = !reply ? std::move(reply).error() : refused(reply->status, options_);
    if (attempt >= attempts_ || !may_pass(error)) co_return fail(error.at(url_.text()));
    co_await net::sleep_for(pause);
  }
}

net::Awaitable<Result<std::vector<std::string>>> PrometheusServer::names(Instant from, Instant to) {
  using namespace prometheus_server_impl;
  Form form;
  form.emplace_back("start", time_text(from));
  form.emplace_back("end", time_text(to));
  if (!options_.match.empty()) form.emplace_back("match[]", options_.match);
  FORESHOCK_CO_TRY(std::string body,
                   co_await ask(Method::get, "/api/v1/label/__name__/values", std::move(form)));
  co_return wire::read_label_values(std::move(body));
}

net::Awaitable<Result<wire::QueriedSamples>> PrometheusServer::query(std::string promql, QueriedRange range) {
  using namespace prometheus_server_impl;
  Form form;
  form.emplace_back("query", std::move(promql));
  form.emplace_back("start", time_text(range.from));
  form.emplace_back("end", time_text(range.to));
  form.emplace_back("step", fmt::format("{:.3f}", seconds(range.step)));
  form.emplace_back("nocache", "1");  // VictoriaMetrics else moves the range
  FORESHOCK_CO_TRY(std::string body, co_await ask(Method::post, "/api/v1/query_range", std::move(form)));
  co_return wire::read_queried_samples(std::move(body));
}

}  // namespace foreshock::collect
