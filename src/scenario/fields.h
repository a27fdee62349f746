#pragma once
// How a map of a story becomes a struct: one row a key, read in the order of the rows. Every error is
// bad_config with file, line and column.
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/option.h"
#include "core/result.h"
#include "scenario/story.h"
#include "wire/yaml.h"

namespace foreshock::scenario {

// What stands under a key, or in the list under it, and what is known of the story by now: readers check
// names against it, so the rows of a story stand in the order in which they need each other.
struct Value {
  std::string_view key;
  wire::YamlNode node;
  const Story& story;
};

enum class Presence : uint8_t { optional, required, may_be_null };

template <class Owner>
struct Field {
  std::string_view name;
  Result<void> (*read)(const Value& value, Owner& target);
  Presence presence = Presence::optional;
};

// READER: Result<T>(const Value&), T fitting the member.
template <auto member, auto reader>
constexpr auto field(std::string_view name, Presence presence = Presence::optional) {
  using Owner = typename MemberOf<decltype(member)>::owner;
  return Field<Owner>{name,
                      [](const Value& value, Owner& target) -> Result<void> {
                        FORESHOCK_TRY(target.*member, reader(value));
                        return {};
                      },
                      presence};
}

tl::unexpected<Error> refuse(const wire::YamlNode& at, std::string what, std::string hint = {});
// "unknown KIND 'NAME'. Did you mean …?", or the known names where none is near and they are few.
tl::unexpected<Error> refuse_name(const wire::YamlNode& at, std::string_view kind, std::string_view name,
                                  std::span<const std::string_view> known, std::string hint = {});

struct KeyRule {
  std::string_view name;
  Presence presence;
};
// Not a map, a key twice, an unknown key, a key without a value, a required key missing.
Result<void> check_keys(const Value& map, std::span<const KeyRule> rules);
// The first two, for maps whose keys are names.
Result<void> check_map(const Value& map);
// A list of more than 1,000 entries.
Result<void> check_length(const Value& list);
bool has_key(const wire::YamlNode& map, std::string_view key);
// The place of the value of KEY, else that of MAP.
wire::YamlNode value_or_map(const wire::YamlNode& map, std::string_view key);

template <class Owner, size_t size>
Result<void> read_map(const Value& map, const std::array<Field<Owner>, size>& fields, Owner& target) {
  std::vector<KeyRule> rules;
  rules.reserve(size);
  for (const auto& field : fields) rules.push_back({field.name, field.presence});
  FORESHOCK_CHECK(check_keys(map, rules));
  for (const auto& field : fields)
    if (has_key(map.node, field.name))
      FORESHOCK_CHECK(field.read(Value{field.name, map.node.at(field.name), map.story}, target));
  return {};
}

}  // namespace foreshock::scenario
