#pragma once
// The words of the language for the values of an enum.
#include <string_view>

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

}  // namespace foreshock::scenario
