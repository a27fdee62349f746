#include "gateway/credentials.h"

#include <algorithm>

#include <fmt/format.h>

#include "wire/text.h"
#include "wire/url.h"

namespace foreshock::gateway {
namespace credentials_impl {

// A shorter one would be found in words that have nothing to do with it.
constexpr size_t shortest_looked_for = 8;

// Without the scheme word, whatever its case.
std::string_view token_of(std::string_view field, std::string_view value) {
  constexpr std::string_view bearer = "bearer ";
  if (field != "authorization") return value;
  if (value.size() <= bearer.size() || !wire::equals_ignoring_case(value.substr(0, bearer.size()), bearer))
    return {};
  return wire::trimmed(value.substr(bearer.size()));
}

struct Parameter {
  std::string_view text;  // as it stands there
  std::string name, value;
};

// What is not encoded rightly stands there as it is: somebody may read it so.
std::vector<Parameter> parameters_of(std::string_view target) {
  std::vector<Parameter> out;
  const size_t mark = target.find('?');
  if (mark == std::string_view::npos) return out;
  for (const std::string_view text : wire::split(target.substr(mark + 1), '&')) {
    const size_t equals = std::min(text.find('='), text.size());
    const std::string_view name = text.substr(0, equals);
    const std::string_view value = text.substr(std::min(equals + 1, text.size()));
    out.push_back({text, wire::lowered(wire::form_decoded(name).value_or(std::string(name))),
                   wire::form_decoded(value).value_or(std::string(value))});
  }
  return out;
}

bool is_credential(const Parameter& parameter) {
  return std::find(credential_parameters.begin(), credential_parameters.end(), parameter.name) !=
         credential_parameters.end();
}

void strip_parameters(std::string& target, std::string_view key) {
  const std::vector<Parameter> parameters = parameters_of(target);
  if (parameters.empty()) return;
  std::vector<std::string_view> kept;
  for (const Parameter& parameter : parameters)
    if (!is_credential(parameter) && !holds_key(parameter.text, key)) kept.push_back(parameter.text);
  if (kept.size() == parameters.size()) return;
  const std::string_view path = std::string_view(target).substr(0, target.find('?'));
  target = kept.empty() ? std::string(path) : fmt::format("{}?{}", path, fmt::join(kept, "&"));
}

tl::unexpected<Error> twice(std::string_view what, std::string_view name) {
  return fail(Code::bad_request, fmt::format("the {} '{}' stands in the request twice", what, name));
}

}  // namespace credentials_impl

Result<std::vector<std::string>> credentials_in(const wire::RequestHead& head) {
  std::vector<std::string> keys;
  for (const std::string_view field : credential_fields) {
    const auto value = head.headers.find(field);
    if (!value) continue;
    if (head.headers.count(field) > 1) return credentials_impl::twice("field", field);
    keys.emplace_back(credentials_impl::token_of(field, *value));
  }
  std::vector<std::string> names;
  for (const auto& parameter : credentials_impl::parameters_of(head.target)) {
    if (!credentials_impl::is_credential(parameter)) continue;
    if (std::find(names.begin(), names.end(), parameter.name) != names.end())
      return credentials_impl::twice("parameter", parameter.name);
    names.push_back(parameter.name);
    keys.push_back(parameter.value);
  }
  return keys;
}

Result<void> strip_credentials(wire::RequestHead& head, std::string_view key) {
  using namespace credentials_impl;
  if (holds_key(std::string_view(head.target).substr(0, head.target.find('?')), key))
    return fail(Code::bad_request, "the path of the request holds its key",
                "Send the key as 'Authorization: Bearer KEY'.");
  strip_parameters(head.target, key);
  for (const std::string_view name : credential_fields) head.headers.remove(name);
  head.headers.remove("cookie");
  strip_fields_holding(head.headers, key);
  return {};
}

bool holds_key(std::string_view text, std::string_view key) {
  if (key.size() < credentials_impl::shortest_looked_for) return false;
  return text.find(key) != std::string_view::npos ||
         wire::form_decoded(text).value_or("").find(key) != std::string::npos;
}

void strip_fields_holding(wire::Headers& headers, std::string_view key) {
  std::vector<std::string> names;
  for (const auto& [name, value] : headers)
    if (holds_key(value, key) || holds_key(name, key)) names.push_back(name);
  for (const std::string& name : names) headers.remove(name);
}

}  // namespace foreshock::gateway
