#include "scenario/story_summary.h"

namespace foreshock::scenario {

void StorySummary::take(const Observation& observation) {
  const double weight = observation.weight;
  attempts_ += weight;
  states_[static_cast<size_t>(observation.state)] += weight;
  const Stamps& stamps = observation.stamps;
  if (stamps.first_token) first_token_.add(seconds(*stamps.first_token - stamps.accepted), weight);
  observation.gaps.for_each([&](double gap, double count) { inter_token_.add(gap, count * weight); });
  if (observation.tokens.output) output_tokens_.add(static_cast<double>(*observation.tokens.output), weight);
}

}  // namespace foreshock::scenario
