#pragma once
// The buckets of one series and grain in memory, oldest first, holes absent.
#include <vector>

#include "core/series.h"

namespace foreshock::store {

class BucketRun {
 public:
  BucketRun() = default;
  explicit BucketRun(std::vector<Bucket> buckets) : buckets_(std::move(buckets)) {}  // oldest first

  // The bucket that begins at START, or nullptr. Quick near the end.
  Bucket* find(Instant start);
  // The bucket that begins at START, made when missing.
  Bucket& find_or_add(Instant start);
  // Adds every bucket of OTHER to the one of the same start.
  void merge(const BucketRun& other);
  // Merges into OUT those that begin in [from, to).
  void copy_to(BucketRun& out, Instant from, Instant to) const;
  // How many buckets began before START and are gone now.
  size_t drop_before(Instant start);

  const std::vector<Bucket>& buckets() const { return buckets_; }
  std::vector<Bucket> release() && { return std::move(buckets_); }
  size_t size() const { return buckets_.size(); }
  bool empty() const { return buckets_.empty(); }

 private:
  std::vector<Bucket>::iterator place_of(Instant start);

  std::vector<Bucket> buckets_;
};

}  // namespace foreshock::store
