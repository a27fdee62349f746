#pragma once
// The bins of many buckets of one series as a table, by a model of how the values of that series are spread.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock::store {

// Counts by bucket, and within it by position, WIDTH each; TOTALS are their sums by bucket, below
// most_in_table.
struct SketchTable {
  std::vector<uint32_t> totals;
  size_t width = 0;
  std::vector<uint32_t> counts;
};

inline constexpr uint32_t most_in_table = 1U << 24;

// About 3 % above the entropy of counts that scatter at random around a spread that changes slowly. 17 ns a
// count.
std::string encode_table(const SketchTable& table);
// Fills in the counts; false when BYTES cannot be such a table.
bool decode_table(std::string_view bytes, SketchTable& table);

}  // namespace foreshock::store
