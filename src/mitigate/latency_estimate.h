#pragma once
// How long something takes of late, from the times that were seen: rises at once, falls slowly. Safe to call
// from any thread; no locks.
#include <atomic>
#include <cstdint>
#include <optional>

#include "core/instant.h"

namespace foreshock::mitigate {

// The "peak EWMA" of Finagle's balancer: a sample above the estimate replaces it; one below pulls it down by
// 1 - exp(-t / DECAY), t since the last sample. Without a sample for three times DECAY nothing is known.
class LatencyEstimate {
 public:
  explicit LatencyEstimate(Duration decay) : decay_(decay) {}

  void note(Duration sample, Instant now);
  // Seconds.
  std::optional<double> value(Instant now) const;

 private:
  struct Entry;

  Duration decay_;
  std::atomic<uint64_t> entry_{0};  // 0: nothing yet
};

}  // namespace foreshock::mitigate
