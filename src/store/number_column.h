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

// Reads SIZE numbers; about 2 ns each. False when the bits cannot be such a column.
bool take_column(BitReader& in, size_t size, std::vector<double>& out);

}  // namespace foreshock::store
