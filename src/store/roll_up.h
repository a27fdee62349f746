#pragma once
// Buckets of a fine grain as buckets of a coarser one.
#include "store/bucket_run.h"

namespace foreshock::store {

// BUCKETS, oldest first, merged by the bucket of GRAIN in which they begin.
inline BucketRun roll_up(const std::vector<Bucket>& buckets, Duration grain) {
  std::vector<Bucket> rolled;
  for (const Bucket& bucket : buckets) {
    const Instant start = bucket_start(bucket.start, grain);
    if (rolled.empty() || rolled.back().start != start) rolled.emplace_back().start = start;
    rolled.back().merge(bucket);
  }
  return BucketRun(std::move(rolled));
}

}  // namespace foreshock::store
