#include "wire/json_body.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/catalog.h"
#include "core/shown.h"
#include "wire/json_depth.h"

namespace foreshock::wire {
namespace json_body_impl {

using nlohmann::json;

constexpr double latest = 7'258'118'400;  // 2200, in Unix seconds
constexpr size_t longest_value = 200;     // of a scope, in bytes

const json* find(const json& body, const char* key) {
  const auto found = body.find(key);
  return found == body.end() || found->is_null() ? nullptr : &*found;
}

tl::unexpected<Error> expected(const char* key, std::string_view what, const json& found) {
  const std::string text = found.dump(-1, ' ', false, json::error_handler_t::replace);
  return fail(
      Code::bad_request,
      fmt::format("'{}' expected {}, found {}{}", key, what, text.substr(0, 60), text.size() > 60 ? "…" : ""),
      fmt::format("Mend '{}', or leave it out.", key));
}

}  // namespace json_body_impl

Result<nlohmann::json> read_json_body(std::string_view text, std::span<const std::string_view> keys) {
  const auto hint = fmt::format("Send a JSON object of: {}.", fmt::join(keys, ", "));
  if (is_too_deep(text)) return fail(Code::bad_request, "the body is nested too deeply", hint);
  auto body = nlohmann::json::parse(text, nullptr, false);
  if (!body.is_object()) return fail(Code::bad_request, "the body is no JSON object", hint);
  for (const auto& [key, value] : body.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      return fail(Code::bad_request, fmt::format("unknown key '{}'.{}", shown(key), did_you_mean(key, keys)),
                  hint);
  return body;
}

Result<std::optional<std::string>> text_member(const nlohmann::json& body, const char* key,
                                               size_t most_bytes) {
  const auto* found = json_body_impl::find(body, key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_string() || found->get_ref<const std::string&>().size() > most_bytes)
    return json_body_impl::expected(key, fmt::format("a text of at most {} bytes", most_bytes), *found);
  auto text = found->get<std::string>();
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    return fail(Code::bad_request, fmt::format("'{}' holds a control character", key),
                "Write it in one line.");
  return text;
}

Result<std::optional<double>> number_member(const nlohmann::json& body, const char* key) {
  const auto* found = json_body_impl::find(body, key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_number()) return json_body_impl::expected(key, "a number", *found);
  return found->get<double>();
}

Result<std::optional<Instant>> time_member(const nlohmann::json& body, const char* key) {
  const auto* found = json_body_impl::find(body, key);
  if (found == nullptr) return std::nullopt;
  std::optional<Instant> time;
  if (found->is_string()) time = parse_iso8601(found->get_ref<const std::string&>());
  if (found->is_number() && found->get<double>() >= 0 && found->get<double>() <= json_body_impl::latest)
    time = at_unix_seconds(found->get<double>());
  if (!time)
    return json_body_impl::expected(key, "Unix seconds or a time such as 2026-11-30T14:00:00Z", *found);
  return time;
}

Result<std::optional<Stratum>> scope_member(const nlohmann::json& body, const char* key) {
  const auto* found = json_body_impl::find(body, key);
  if (found == nullptr) return std::nullopt;
  if (found->is_object() && found->empty()) return Stratum{};
  const bool one_text = found->is_object() && found->size() == 1 && found->front().is_string();
  const std::string value = one_text ? found->front().get<std::string>() : std::string();
  if (value.empty() || value.size() > json_body_impl::longest_value)
    return json_body_impl::expected(key, R"(one dimension and its value, as {"replica": "a"})", *found);
  return Stratum{found->begin().key(), value};
}

Result<void> check_replica(const Stratum& scope, const std::vector<std::string>& replicas) {
  if (scope.dimension != "replica" || replicas.empty()) return {};
  if (std::find(replicas.begin(), replicas.end(), scope.value) != replicas.end()) return {};
  return fail(
      Code::bad_request,
      fmt::format("there is no replica '{}'.{}", shown(scope.value),
                  did_you_mean(scope.value, std::vector<std::string_view>(replicas.begin(), replicas.end()))),
      fmt::format("One of: {}.", fmt::join(replicas, ", ")));
}

}  // namespace foreshock::wire
