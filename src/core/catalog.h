#pragma once
// Tables of named rows: the one way in which Foreshock is extended. A catalog is a constexpr std::array of
// rows in one .cpp.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock {

template <class Rows>
constexpr bool names_are_unique(const Rows& rows) {
  for (size_t i = 0; i < rows.size(); ++i)
    for (size_t j = i + 1; j < rows.size(); ++j)
      if (rows[i].name == rows[j].name) return false;
  return true;
}

// The row of that name, or nullptr. Linear: catalogs have tens of rows.
template <class Row>
const Row* find_by_name(std::span<const Row> rows, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

// The candidate nearest to NAME by edit distance, if it is near enough (a third of its length, at least 1) to
// be meant. Names of more than 100 bytes are near to none.
std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates);

// " Did you mean 'x'?", or nothing.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace foreshock
