#include "scenario/fields.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/shown.h"
#include "scenario/named.h"

namespace foreshock::scenario {
namespace fields_impl {

// More known names than these are not listed.
constexpr size_t few = 30;
constexpr size_t longest_list = 1000;

std::string listed(std::span<const std::string_view> names) {
  std::vector<std::string> texts;
  for (std::string_view name : names) texts.push_back(shown(name));
  return fmt::format("{}", fmt::join(texts, ", "));
}

Result<void> check_is_map(const Value& map) {
  if (map.node.is_map()) return {};
  return refuse(map.node, fmt::format("'{}' needs keys with values", map.key));
}

}  // namespace fields_impl

tl::unexpected<Error> refuse(const wire::YamlNode& at, std::string what, std::string hint) {
  return at.error(std::move(what), std::move(hint));
}

tl::unexpected<Error> refuse_name(const wire::YamlNode& at, std::string_view kind, std::string_view name,
                                  std::span<const std::string_view> known, std::string hint) {
  std::string others = did_you_mean(name, known);
  if (known.empty())
    others = fmt::format(" This story has no {}.", kind);
  else if (others.empty() && known.size() <= fields_impl::few)
    others = fmt::format(" Known: {}.", fields_impl::listed(known));
  return refuse(at, fmt::format("unknown {} '{}'.{}", kind, shown(name), others), std::move(hint));
}

Result<void> check_map(const Value& map) {
  FORESHOCK_CHECK(fields_impl::check_is_map(map));
  wire::SeenKeys seen;
  for (const auto& [key, value] : map.node.entries()) FORESHOCK_CHECK(seen.note(key));
  return {};
}

Result<void> check_keys(const Value& map, std::span<const KeyRule> rules) {
  FORESHOCK_CHECK(fields_impl::check_is_map(map));
  wire::SeenKeys seen;
  for (const auto& [key, value] : map.node.entries()) {
    FORESHOCK_CHECK(seen.note(key));
    const KeyRule* rule = find_by_name(rules, key.text());
    if (rule == nullptr) return refuse_name(key, "key", key.text(), names_in(rules));
    if (value.is_null() && rule->presence != Presence::may_be_null)
      return refuse(key, fmt::format("'{}' has no value", shown(key.text())),
                    "Give it one, or take the key out.");
  }
  for (const KeyRule& rule : rules)
    if (rule.presence == Presence::required && !has_key(map.node, rule.name))
      return refuse(map.node, fmt::format("'{}' needs the key '{}'", map.key, rule.name));
  return {};
}

Result<void> check_length(const Value& list) {
  const size_t length = list.node.items().size();
  if (length <= fields_impl::longest_list) return {};
  return refuse(list.node, fmt::format("'{}' has {} entries, more than the {} that it may have", list.key,
                                       length, fields_impl::longest_list));
}

bool has_key(const wire::YamlNode& map, std::string_view key) {
  const auto entries = map.entries();
  return std::any_of(entries.begin(), entries.end(),
                     [&](const auto& entry) { return entry.first.text() == key; });
}

wire::YamlNode value_or_map(const wire::YamlNode& map, std::string_view key) {
  return has_key(map, key) ? map.at(key) : map;
}

}  // namespace foreshock::scenario
