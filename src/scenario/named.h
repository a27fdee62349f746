#pragma once
// The words of the language for the values of an enum.
#include <iterator>
#include <string_view>
#include <vector>

namespace foreshock::scenario {

template <class Enum>
struct Named {
  std::string_view name;
  Enum value;
};

// The word for VALUE in a table of rows with name and value; empty when it has none.
template <class Rows, class Enum>
constexpr std::string_view name_in(const Rows& rows, Enum value) {
  for (const auto& row : rows)
    if (row.value == value) return row.name;
  return {};
}

// The names of rows, in their order; they live as long as the rows.
template <class Rows>
std::vector<std::string_view> names_in(const Rows& rows) {
  std::vector<std::string_view> names;
  names.reserve(std::size(rows));
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

}  // namespace foreshock::scenario
