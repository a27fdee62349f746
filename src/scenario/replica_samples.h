#pragma once
// Samples of what belongs to a replica, in its strata.
#include <string_view>
#include <vector>

#include "core/series.h"
#include "scenario/story.h"

namespace foreshock::scenario {

class ReplicaSamples {
 public:
  explicit ReplicaSamples(const Story& story) : story_(story) {}

  // What add() adds comes from REPLICA, of VERSION, at AT, and counts WEIGHT times.
  void of(size_t replica, std::string_view version, Instant at, double weight);
  // One more stratum for what is added until the next of().
  void also(std::string_view dimension, std::string_view value);
  void no_longer(std::string_view dimension);
  // In the total and in each stratum.
  void add(std::string_view signal, double value);
  void clear() { samples_.clear(); }
  const std::vector<Sample>& all() const { return samples_; }

 private:
  const Story& story_;
  std::vector<Stratum> strata_;
  Instant at_;
  double weight_ = 1;
  std::vector<Sample> samples_;
};

}  // namespace foreshock::scenario
