#include "scenario/replica_samples.h"

namespace foreshock::scenario {

void ReplicaSamples::of(size_t replica, std::string_view version, Instant at, double weight) {
  const Replica& replica_of_story = story_.engine.replicas[replica];
  strata_.assign(1, Stratum{});
  also("replica", replica_of_story.name);
  also("version", version);
  also("device", replica_of_story.device);
  also("zone", replica_of_story.zone);
  at_ = at;
  weight_ = weight;
}

void ReplicaSamples::also(std::string_view dimension, std::string_view value) {
  if (!value.empty()) strata_.push_back(Stratum{std::string(dimension), std::string(value)});
}

void ReplicaSamples::no_longer(std::string_view dimension) {
  std::erase_if(strata_, [&](const Stratum& stratum) { return stratum.dimension == dimension; });
}

void ReplicaSamples::add(std::string_view signal, double value) {
  for (const Stratum& stratum : strata_)
    samples_.push_back(Sample{SeriesKey{std::string(signal), stratum}, at_, value, weight_});
}

}  // namespace foreshock::scenario
