#pragma once
// A column of numbers as bits: differences or distances from the lowest, in Rice codes whose parameter
// follows the numbers. The layout is described in docs/format/store.md.
#include <span>
#include <vector>

#include "store/bit_stream.h"

namespace foreshock::store {

// Whole numbers below 2^53 come back as they were; a column with any other number keeps MANTISSA bits of each
// (a relative error of at most 2^-(MANTISSA + 1)). All must be finite.
void put_column(BitWriter& out, std::span<const double> numbers, int mantissa);

// The same of what GET gives of each of ITEMS.
template <class Items, class Get>
void put_column(BitWriter& out, const Items& items, int mantissa, Get&& get) {
  std::vector<double> numbers;
  numbers.reserve(items.size());
  for (const auto& item : items) numbers.push_back(get(item));
  put_column(out, numbers, mantissa);
}

// Reads SIZE numbers; about 2 ns each. False when the bits cannot be such a column.
bool take_column(BitReader& in, size_t size, std::vector<double>& out);

}  // namespace foreshock::store
