#pragma once
// Readers for single values and lists, to be used in rows of fields.h.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/shown.h"
#include "scenario/fields.h"
#include "scenario/named.h"
#include "scenario/quantities.h"

namespace foreshock::scenario {

// The text of a single value.
Result<std::string> read_scalar(const Value& value);

// PARSE: Result<T>(std::string_view), its errors without a place.
template <auto parse>
auto read_parsed(const Value& value) -> decltype(parse(std::string_view())) {
  FORESHOCK_TRY(const std::string text, read_scalar(value));
  auto parsed = parse(text);
  if (!parsed) return refuse(value.node, fmt::format("'{}' {}", value.key, parsed.error().what()));
  return parsed;
}

// Within [MIN, MAX]; of a time in seconds.
template <auto parse, int64_t min, int64_t max>
auto read_within(const Value& value) -> decltype(parse(std::string_view())) {
  FORESHOCK_TRY(const auto number, read_parsed<parse>(value));
  if (magnitude(number) < static_cast<double>(min) || magnitude(number) > static_cast<double>(max))
    return refuse(value.node, fmt::format("'{}' must lie between {} and {}, found '{}'", value.key, min, max,
                                          shown(value.node.text())));
  return number;
}

template <auto parse>
auto read_positive(const Value& value) -> decltype(parse(std::string_view())) {
  FORESHOCK_TRY(const auto number, read_parsed<parse>(value));
  if (magnitude(number) <= 0)
    return refuse(value.node,
                  fmt::format("'{}' must be more than 0, found '{}'", value.key, shown(value.node.text())));
  return number;
}

// One of the words of TABLE, rows with name and value.
template <const auto& table>
auto read_choice(const Value& value) -> Result<std::remove_cvref_t<decltype(table[0].value)>> {
  FORESHOCK_TRY(const std::string text, read_scalar(value));
  for (const auto& row : table)
    if (row.name == text) return row.value;
  return refuse_name(value.node, value.key, text, names_in(table));
}

// A list; every item has the key of the list.
template <auto read_item>
auto read_list(const Value& value) -> Result<std::vector<std::remove_cvref_t<decltype(*read_item(value))>>> {
  if (!value.node.is_list()) return refuse(value.node, fmt::format("'{}' needs a list", value.key));
  FORESHOCK_CHECK(check_length(value));
  std::vector<std::remove_cvref_t<decltype(*read_item(value))>> out;
  for (const wire::YamlNode& item : value.node.items()) {
    FORESHOCK_TRY(auto read, read_item(Value{value.key, item, value.story}));
    out.push_back(std::move(read));
  }
  return out;
}

// A list of at least one.
template <auto read_item>
auto read_some(const Value& value) -> decltype(read_list<read_item>(value)) {
  FORESHOCK_TRY(auto out, read_list<read_item>(value));
  if (out.empty()) return refuse(value.node, fmt::format("'{}' is an empty list", value.key));
  return out;
}

// One item, or a list of at least one.
template <auto read_item>
auto read_one_or_list(const Value& value) -> decltype(read_list<read_item>(value)) {
  if (!value.node.is_list()) {
    FORESHOCK_TRY(auto only, read_item(value));
    return std::vector{std::move(only)};
  }
  return read_some<read_item>(value);
}

// NAME, one of KNOWN; KIND is the word for it in the error.
Result<std::string> read_name_among(const Value& value, std::string_view kind,
                                    const std::vector<std::string_view>& known);

}  // namespace foreshock::scenario
