#pragma once
// The sums and bounds of a run of buckets as columns; where sketches stand beside them, as what these do not
// tell.
#include <span>

#include "core/series.h"
#include "store/bit_stream.h"
#include "store/sketch_columns.h"

namespace foreshock::store {

// AS_READ: the same buckets with the sketches that a reader will have.
void put_sums(BitWriter& out, std::span<const Bucket> buckets, std::span<const Bucket> as_read);
void put_bounds(BitWriter& out, std::span<const Bucket> buckets, std::span<const Bucket> as_read);

// BUCKETS have their counts and, in the second layout, their sketches; for the bounds, their sums too. False
// when the bits cannot be such columns.
bool take_sums(BitReader& in, BlockLayout layout, std::span<Bucket> buckets);
bool take_bounds(BitReader& in, BlockLayout layout, std::span<Bucket> buckets);

}  // namespace foreshock::store
