#pragma once
// A row of the table bucket.
#include <string_view>

#include "core/series.h"
#include "store/sketch_codec.h"
#include "store/sqlite.h"

namespace foreshock::store::bucket_row {

// The bucket of one start (Unix seconds) and series; read() reads its row.
inline constexpr std::string_view select =
    "SELECT count, sum, min, max, sketch FROM bucket WHERE start = ? AND series = ?";

inline int64_t to_seconds(Instant instant) {
  return std::chrono::floor<std::chrono::seconds>(instant.time_since_epoch()).count();
}
inline Instant to_instant(int64_t unix_seconds) {
  return Instant{std::chrono::seconds(unix_seconds)};
}

// A damaged sketch is left out: count, sum and bounds still hold.
inline Bucket read(const Statement& row, Instant start) {
  Bucket bucket;
  bucket.start = start;
  bucket.count = row.number(0);
  bucket.sum = row.number(1);
  bucket.min = row.number(2);
  bucket.max = row.number(3);
  bucket.sketch = decode_sketch(row.blob(4)).value_or(Sketch{});
  return bucket;
}

}  // namespace foreshock::store::bucket_row
