#pragma once
// The part of a KV cache that no running request explains: a cache that leaks fills while the load is the
// same.
#include <deque>
#include <optional>

#include "core/instant.h"

namespace foreshock::signals {

// Of one replica. Least squares of use on running requests over the last ten minutes: use = held + share ·
// running. Each minute the intercept, in [0, 1], where the running requests varied enough for it to be known
// to ±0.03 (one standard error); else nothing.
class KvHeld {
 public:
  // USE: share of the cache, RUNNING: requests in the batch, as of AT, which never goes back.
  std::optional<double> take(double use, double running, Instant at);
  // The process began anew.
  void forget() { points_.clear(); }

 private:
  struct Point {
    Instant at;
    double use, running;
  };
  std::optional<double> intercept() const;

  std::deque<Point> points_;
  Instant told_at_;
};

}  // namespace foreshock::signals
