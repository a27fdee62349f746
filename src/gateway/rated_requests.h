#pragma once
// Which answers can be rated with all that is known of them: the last ones.
#include <memory>
#include <mutex>
#include <vector>

#include "core/observation.h"
#include "core/series.h"
#include "gateway/feedback.h"
#include "signals/stratum_pairs.h"

namespace foreshock::gateway {

// Of a gateway and of those that succeed it; from any thread.
class RatedRequests {
 public:
  static constexpr size_t kept = 8192;

  explicit RatedRequests(signals::StratumPairs pairs) : pairs_(std::move(pairs)) {}

  void keep(std::unique_ptr<Observation> observation);
  // Of `thumbs_up`, in the total and in the strata of the request, as far as it is still known.
  std::vector<Sample> samples_of(const Rating& rating, Instant at) const;

 private:
  const signals::StratumPairs pairs_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Observation>> last_ =
      std::vector<std::unique_ptr<Observation>>(kept);  // by number
};

}  // namespace foreshock::gateway
