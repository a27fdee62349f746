#include "scenario/story_summary.h"

namespace foreshock::scenario {

void StorySummary::take(const Observation& observation) {
  ++attempts_;
  ++states_[static_cast<size_t>(observation.state)];
  const Stamps& stamps = observation.stamps;
  if (stamps.first_token) first_token_.add(seconds(*stamps.first_token - stamps.accepted));
  inter_token_.merge(observation.gaps);
  if (observation.state == TerminalState::ok) whole_.add(seconds(stamps.end - stamps.accepted));
}

}  // namespace foreshock::scenario
