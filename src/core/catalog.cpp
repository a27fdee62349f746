#include "core/catalog.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace foreshock {
namespace catalog_impl {

// Nobody mistypes a name of more bytes; a text of a megabyte would take minutes.
constexpr size_t longest_name = 100;

// Levenshtein distance with swapped neighbours (optimal string alignment), O(|a|·|b|) time, O(|b|) memory.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, row);
  }
  return last.back();
}

}  // namespace catalog_impl

std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  if (name.size() > catalog_impl::longest_name) return best;
  size_t best_distance = std::string_view::npos;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > catalog_impl::longest_name) continue;
    const size_t distance = catalog_impl::edit_distance(name, candidate);
    const size_t near_enough = std::max<size_t>(std::max(name.size(), candidate.size()) / 3, 1);
    if (distance <= near_enough && distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
  const auto nearest = nearest_name(name, candidates);
  return nearest ? fmt::format(" Did you mean '{}'?", *nearest) : std::string();
}

}  // namespace foreshock
