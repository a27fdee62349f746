#include "signals/series_of.h"

#include "signals/signal.h"
#include "signals/words.h"

namespace foreshock::signals {
namespace series_of_impl {

Bucket pool(const Sketch& gaps, double weight) {
  Bucket pooled;
  gaps.for_each([&](double gap, double count) { pooled.add(gap, count * weight, false); });
  if (weight == 1)
    pooled.sketch = gaps;
  else
    for (const auto& [position, count] : gaps.bins()) pooled.sketch.add_at(position, count * weight);
  return pooled;
}

}  // namespace series_of_impl

SampleGrid series_of(const Observation& observation, const StratumPairs& pairs) {
  SampleGrid grid;
  grid.at = observation.stamps.end;
  grid.strata = strata_of(observation, pairs);
  grid.values.reserve(signal_kinds().size());
  for (const SignalKind& kind : signal_kinds()) {
    if (kind.measure == nullptr) continue;
    if (const auto value = kind.measure(observation))
      grid.values.push_back({kind.name, *value, observation.weight});
  }
  for (const Observation::Custom& custom : observation.custom)
    grid.values.push_back({custom.signal, custom.value, observation.weight});
  if (!observation.gaps.empty())
    grid.spreads.push_back({"inter_token", series_of_impl::pool(observation.gaps, observation.weight)});
  return grid;
}

SampleGrid series_of(const Observation& observation, const Transcript& transcript) {
  SampleGrid grid;
  grid.at = observation.stamps.end;
  grid.strata = strata_of(observation);
  const auto keep = [&](std::string_view signal, std::optional<double> value) {
    if (value) grid.values.push_back({signal, *value, observation.weight});
  };
  keep("degenerate", degenerate(transcript));
  keep("tokens_per_char", tokens_per_char(observation, transcript));
  return grid;
}

}  // namespace foreshock::signals
