#include "cli/live_weights.h"

#include <algorithm>

namespace foreshock::cli {
namespace live_weights_impl {

constexpr double sum_of_weights = 100;

bool is_canary(const scenario::Story& story, size_t replica) {
  const auto& names = story.canary->replicas;
  return std::find(names.begin(), names.end(), story.engine.replicas[replica].name) != names.end();
}

}  // namespace live_weights_impl

std::vector<double> backend_weights(const scenario::Story& story, scenario::Timeline& timeline,
                                    const scenario::Fleet& fleet, double now) {
  using namespace live_weights_impl;
  std::vector<double> weights;
  for (size_t i = 0; i < fleet.size(); ++i) {
    const scenario::ReplicaFacts facts = fleet.facts_of(i, now);
    weights.push_back(timeline.value(scenario::Dial::route_weight, {now, nullptr, &facts}));
  }
  if (!story.canary || now < seconds(story.canary->at)) return weights;
  double canary = 0, others = 0;
  for (size_t i = 0; i < weights.size(); ++i) (is_canary(story, i) ? canary : others) += weights[i];
  const double share = story.canary->share;
  for (size_t i = 0; i < weights.size(); ++i) {
    const bool is = is_canary(story, i);
    const double group = is ? canary : others;
    if (group > 0) weights[i] *= sum_of_weights * (is ? share : 1 - share) / group;
  }
  return weights;
}

}  // namespace foreshock::cli
