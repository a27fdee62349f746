#include "collect/source_options.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/shown.h"

namespace foreshock::collect {
namespace source_options_impl {

constexpr std::array rows = {
    option<&SourceOptions::name>("name", "text", "What it is called."),
    option<&SourceOptions::prometheus>(
        "prometheus", "text",
        "Its address: http://host:9090, with the path before /api/v1 where it has one."),
    option<&SourceOptions::match>("match", "text",
                                  "A selector that every metric must meet besides: {job=\"vllm\"}."),
    option<&SourceOptions::replica_label>("replica_label", "text", "The label that tells the replica."),
    option<&SourceOptions::model_label>("model_label", "text", "The label that tells the model."),
    option<&SourceOptions::every>("every", "s", 1, 3600, "How often it is asked."),
    option<&SourceOptions::window>(
        "window", "s", 1, 86400,
        "Over how long growth is told; at least twice the time between two scrapes of the server."),
    option<&SourceOptions::timeout>("timeout", "s", 0.01, 600, "How long an answer may take."),
    option<&SourceOptions::latency>(
        "latency", "bool",
        "Whether the engines' own histograms of latency are read; false where the same requests pass this "
        "gateway, which measures them."),
    option<&SourceOptions::user>("user", "text", "For basic authentication."),
    option<&SourceOptions::password>("password", "text", "For basic authentication.", Secrecy::secret),
    option<&SourceOptions::token>("token", "text", "For bearer authentication.", Secrecy::secret),
    option<&SourceOptions::ca_file>("ca_file", "text",
                                    "PEM of the authority to trust; empty: what the system trusts."),
    option<&SourceOptions::verify>("verify", "bool", "Whether its certificate is checked."),
};
static_assert(names_are_unique(rows));

bool is_label_name(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

}  // namespace source_options_impl

OptionSet source_options() {
  return source_options_impl::rows;
}

Result<wire::Url> source_url(std::string_view text) {
  constexpr std::string_view own = "prometheus://", own_secure = "prometheus+https://";
  if (text.starts_with(own_secure))
    return wire::parse_url(fmt::format("https://{}", text.substr(own_secure.size())));
  if (!text.starts_with(own)) return wire::parse_url(text);
  const std::string_view rest = text.substr(own.size());
  const std::string_view authority = rest.substr(0, rest.find('/'));
  const std::string_view behind =
      authority.substr(authority.rfind(']') == std::string_view::npos ? 0 : authority.rfind(']') + 1);
  const bool has_port = behind.find(':') != std::string_view::npos;
  return wire::parse_url(
      fmt::format("http://{}{}{}", authority, has_port ? "" : ":9090", rest.substr(authority.size())));
}

Result<void> check_source(const SourceOptions& options) {
  using namespace source_options_impl;
  const auto url = source_url(options.prometheus);
  if (!url)
    return fail(Code::bad_config, fmt::format("prometheus: {}", url.error().what()),
                "Write it as http://host:9090; a user and a secret are given apart from it.");
  const std::string& match = options.match;
  if (!match.empty() &&
      (match.size() < 3 || match.front() != '{' || match.back() != '}' || has_control(match)))
    return fail(Code::bad_config, fmt::format("the selector is not one in braces: '{}'", shown(match)),
                "Write it as {job=\"vllm\"}.");
  for (const std::string* label : {&options.replica_label, &options.model_label})
    if (!is_label_name(*label))
      return fail(Code::bad_config, fmt::format("'{}' is no name of a label", shown(*label)),
                  "Letters, digits and _.");
  if (!options.token.empty() && !options.user.empty())
    return fail(Code::bad_config, "a token and a user were both given", "Give one of them.");
  if (has_control(options.token) || has_control(options.user) || has_control(options.password))
    return fail(Code::bad_config, "a user, password or token holds a control character",
                "Write it in one line.");
  return {};
}

}  // namespace foreshock::collect
