#include "gateway/rated_requests.h"

#include "signals/series_of.h"

namespace foreshock::gateway {

void RatedRequests::keep(std::unique_ptr<Observation> observation) {
  observation->gaps = {};
  const uint64_t number = observation->id.number;
  const std::lock_guard lock(mutex_);
  last_[number % kept] = std::move(observation);
}

std::vector<Sample> RatedRequests::samples_of(const Rating& rating, Instant at) const {
  const std::lock_guard lock(mutex_);
  const auto& known = last_[rating.observation % kept];
  const bool is_it = known != nullptr && known->id.number == rating.observation;
  std::vector<Sample> samples;
  for (const Stratum& stratum : is_it ? signals::strata_of(*known, pairs_) : std::vector<Stratum>(1))
    samples.push_back(Sample{SeriesKey{"thumbs_up", stratum}, at, rating.value, 1});
  return samples;
}

}  // namespace foreshock::gateway
