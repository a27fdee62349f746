#include "store/bucket_run.h"

#include <algorithm>

namespace foreshock::store {
namespace bucket_run_impl {

bool begins_before(const Bucket& bucket, Instant start) {
  return bucket.start < start;
}

}  // namespace bucket_run_impl

std::vector<Bucket>::iterator BucketRun::place_of(Instant start) {
  if (buckets_.empty() || buckets_.back().start < start) return buckets_.end();
  if (buckets_.back().start == start) return buckets_.end() - 1;
  return std::lower_bound(buckets_.begin(), buckets_.end(), start, bucket_run_impl::begins_before);
}

Bucket* BucketRun::find(Instant start) {
  const auto place = place_of(start);
  return place != buckets_.end() && place->start == start ? &*place : nullptr;
}

Bucket& BucketRun::find_or_add(Instant start) {
  const auto place = place_of(start);
  if (place != buckets_.end() && place->start == start) return *place;
  Bucket bucket;
  bucket.start = start;
  return *buckets_.insert(place, std::move(bucket));
}

void BucketRun::merge(const BucketRun& other) {
  for (const Bucket& bucket : other.buckets_) find_or_add(bucket.start).merge(bucket);
}

void BucketRun::copy_to(BucketRun& out, Instant from, Instant to) const {
  auto bucket = std::lower_bound(buckets_.begin(), buckets_.end(), from, bucket_run_impl::begins_before);
  for (; bucket != buckets_.end() && bucket->start < to; ++bucket)
    out.find_or_add(bucket->start).merge(*bucket);
}

size_t BucketRun::drop_before(Instant start) {
  const auto kept = std::lower_bound(buckets_.begin(), buckets_.end(), start, bucket_run_impl::begins_before);
  const auto dropped = static_cast<size_t>(kept - buckets_.begin());
  buckets_.erase(buckets_.begin(), kept);
  return dropped;
}

}  // namespace foreshock::store
