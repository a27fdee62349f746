#pragma once
// The sketches of a run of buckets as columns, all of them or only nine quantiles of each.
#include <array>
#include <span>
#include <vector>

#include "core/series.h"
#include "store/bit_stream.h"

namespace foreshock::store {

inline constexpr std::array<double, 9> kept_quantiles = {0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};

// Of a block's bits: the first is that of format 2, which is only read.
enum class BlockLayout : uint8_t { first, second };

void put_sketches(BitWriter& out, std::span<const Bucket> buckets);
// Gives BUCKETS, whose counts are known, their sketches; false when the bits cannot be such columns.
bool take_sketches(BitReader& in, BlockLayout layout, std::span<Bucket> buckets);

// The bins of the nine quantiles with the ranks at which they begin and end, and the outermost bins. Read
// back, what lies between two of them stands in one bin in the middle: quantile() of the nine gives what the
// whole sketch gave, any other lies between its neighbours. BUCKETS get the sketches that will be read.
void put_quantiles(BitWriter& out, std::span<Bucket> buckets);
bool take_quantiles(BitReader& in, BlockLayout layout, std::span<Bucket> buckets);

}  // namespace foreshock::store
