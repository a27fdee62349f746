#include "diagnose/rank_events.h"

#include <algorithm>
#include <cmath>

namespace foreshock::diagnose {
namespace rank_events_impl {

constexpr double mean_delay = 1200;         // s
constexpr double longest_delay = 2 * 3600;  // s
constexpr double onset_unsure = 120;        // s
constexpr double at_once = 4;               // weight without a delay
constexpr double of_traffic = 2;            // less, for what may follow from another event
constexpr double elsewhere = 3;             // less, for what touched other strata only

bool is_traffic(EventKind kind) {
  return kind == EventKind::traffic_surge || kind == EventKind::user_growth;
}

bool may_touch(const Stratum& scope, const Stratum& found) {
  return scope.dimension.empty() || found.dimension != scope.dimension || scope.value == found.value;
}

double weight_of(const Event& event, const Finding& finding) {
  double delay = seconds(finding.onset - event.at);
  const double unsure = finding.shape == Shape::gradual ? 5 * onset_unsure : onset_unsure;
  if (delay < -unsure || delay > longest_delay) return 0;
  delay = std::abs(delay);
  double weight = at_once - delay / mean_delay;
  if (is_traffic(event.kind)) weight -= of_traffic;
  if (!may_touch(event.scope, finding.series.stratum)) weight -= elsewhere;
  return weight;
}

}  // namespace rank_events_impl

std::vector<RankedEvent> rank_events(const Finding& finding, std::span<const Event> events) {
  std::vector<RankedEvent> out;
  for (const Event& event : events)
    if (const double weight = rank_events_impl::weight_of(event, finding); weight > 0)
      out.push_back({&event, weight});
  std::stable_sort(out.begin(), out.end(),
                   [](const RankedEvent& a, const RankedEvent& b) { return a.weight > b.weight; });
  return out;
}

}  // namespace foreshock::diagnose
