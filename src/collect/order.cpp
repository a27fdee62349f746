#include "collect/order.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/catalog.h"
#include "core/option.h"
#include "core/shown.h"
#include "engine/adapter.h"
#include "wire/lenient_json.h"
#include "wire/url.h"

namespace foreshock::collect {
namespace order_impl {

using engine::Parameter;
using engine::Takes;

Result<const engine::ActRow*> row_of(const EngineOrder& order, const EngineIdentity& identity) {
  const engine::Adapter* adapter = engine::find_adapter(identity.engine);
  if (adapter == nullptr)
    return fail(Code::bad_request, fmt::format("it is not known which engine '{}' is", shown(order.replica)),
                "Write its kind in the configuration, as kind: vllm.");
  std::vector<std::string_view> names;
  for (const engine::ActRow& row : adapter->acts) {
    if (row.act == order.act) return &row;
    names.push_back(row.act);
  }
  return fail(
      Code::bad_request, fmt::format("{} does not do '{}'", adapter->name, shown(order.act)),
      names.empty() ? "It offers nothing to operators." : fmt::format("It does {}.", fmt::join(names, ", ")));
}

Result<void> check(const Parameter& parameter, const std::string& value) {
  constexpr size_t longest = 500;  // bytes
  double number = 0;
  int64_t whole = 0;
  const bool good = parameter.takes == Takes::text     ? !value.empty() && value.size() <= longest
                    : parameter.takes == Takes::number ? foreshock::parse_value(value, number) && number >= 0
                                                       : foreshock::parse_value(value, whole) && whole >= 0;
  if (good) return {};
  constexpr std::array<std::string_view, 3> wanted = {"a text", "a whole number from 0 on",
                                                      "a number from 0 on"};
  return fail(Code::bad_request, fmt::format("{}: expected {}, found '{}'", parameter.name,
                                             wanted[static_cast<size_t>(parameter.takes)], shown(value)));
}

Result<std::string> value_of(const Parameter& parameter, const EngineOrder& order) {
  const auto given = std::find_if(order.values.begin(), order.values.end(),
                                  [&](const auto& value) { return value.first == parameter.name; });
  if (given == order.values.end()) {
    if (!parameter.usual.empty()) return std::string(parameter.usual);
    return fail(Code::bad_request, fmt::format("{} needs '{}'", order.act, parameter.name));
  }
  FORESHOCK_CHECK(check(parameter, given->second));
  return given->second;
}

Result<void> check_names(const EngineOrder& order, const engine::Act& act) {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : act.parameters) names.push_back(parameter.name);
  for (const auto& [name, value] : order.values)
    if (std::find(names.begin(), names.end(), name) == names.end())
      return fail(Code::bad_request, fmt::format("{} takes no '{}'", act.name, shown(name)),
                  names.empty() ? "It takes nothing." : fmt::format("It takes {}.", fmt::join(names, ", ")));
  return {};
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

using Written = std::map<std::string_view, std::string>;  // parameters as they stand in a call

// Braces that are around no parameter are JSON's.
std::string filled(std::string_view pattern, const Written& values) {
  std::string text;
  while (!pattern.empty()) {
    const size_t end = pattern.front() == '{' ? pattern.find('}') : std::string_view::npos;
    const auto value = end == std::string_view::npos ? values.end() : values.find(pattern.substr(1, end - 1));
    text += value == values.end() ? std::string(1, pattern.front()) : value->second;
    pattern.remove_prefix(value == values.end() ? 1 : end + 1);
  }
  return text;
}

}  // namespace order_impl

Result<EngineCall> call_for(const EngineOrder& order, const EngineIdentity& identity) {
  FORESHOCK_TRY(const engine::ActRow* row, order_impl::row_of(order, identity));
  const engine::Act& act = *find_by_name(engine::acts(), row->act);
  FORESHOCK_CHECK(order_impl::check_names(order, act));
  order_impl::Written in_path, in_body;
  for (const engine::Parameter& parameter : act.parameters) {
    FORESHOCK_TRY(const std::string value, order_impl::value_of(parameter, order));
    in_path[parameter.name] = wire::percent_encoded(value);
    in_body[parameter.name] = parameter.takes == engine::Takes::text ? order_impl::quoted(value) : value;
  }
  return EngineCall{row, std::string(row->method), order_impl::filled(row->path, in_path),
                    order_impl::filled(row->body, in_body)};
}

std::string facts_in(std::string_view answer, const engine::ActRow& row) {
  simdjson::dom::element root, found;
  std::vector<std::string> told;
  if (row.facts.empty() || wire::parse_json(answer, root) != wire::JsonRead::read) return {};
  for (const engine::Fact& fact : row.facts)
    if (root.at_pointer(fact.pointer).get(found) == simdjson::SUCCESS)
      told.push_back(fmt::format("{} {}", fact.name, simdjson::minify(found)));
  return fmt::format("{}", fmt::join(told, ", "));
}

}  // namespace foreshock::collect
