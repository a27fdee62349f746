#pragma once
// The sketches of a run of buckets as columns, all of them or only nine quantiles of each.
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/series.h"
#include "store/bit_stream.h"

namespace foreshock::store {

inline constexpr std::array<double, 9> kept_quantiles = {0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};

void put_sketches(BitWriter& out, const std::vector<Bucket>& buckets);
// Gives BUCKETS their sketches; false when the bits cannot be such columns.
bool take_sketches(BitReader& in, std::span<Bucket> buckets);

// The bins of the nine quantiles with the ranks at which they begin and end. Read back, what lies between two
// of them stands in one bin in the middle: quantile() of the nine gives what the whole sketch gave, any other
// lies between its neighbours.
// BUCKETS need their counts when they are read.
void put_quantiles(BitWriter& out, const std::vector<Bucket>& buckets);
bool take_quantiles(BitReader& in, std::span<Bucket> buckets);

}  // namespace foreshock::store
