#pragma once
// A run of buckets of one series as one blob, a column after the other. The layout is described in
// docs/format/store.md.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/series.h"

namespace foreshock::store {

enum class SketchForm : uint8_t { whole, quantiles };

// BUCKETS of one grain, oldest first, all in the block that begins at START. Count is exact, sum within
// 0.004 %, with a sketch 0.04 %, min and max within 1 %; sums and bounds that are whole numbers in all
// buckets are exact. ROW goes into the checksum, so that a block that stands elsewhere is not taken for
// another.
std::string encode_block(const std::vector<Bucket>& buckets, Instant start, Duration grain, SketchForm form,
                         int64_t row = 0);

// Appends the buckets of a block to OUT: about 50 ns a bucket, with a sketch 300 ns. False when BODY is
// damaged, of another row or of a newer layout; OUT is then as it was.
bool decode_block(std::string_view body, Instant start, Duration grain, std::vector<Bucket>& out,
                  int64_t row = 0);

}  // namespace foreshock::store
