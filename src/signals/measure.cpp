#include "signals/measure.h"

#include "signals/series_of.h"
#include "signals/signal.h"
#include "signals/words.h"

namespace foreshock::signals {
namespace measure_impl {

Measurement of(const Observation& observation) {
  return {observation.id, observation.stamps.end, observation.weight, strata_of(observation), {}};
}

}  // namespace measure_impl

Measurement measure(const Observation& observation) {
  Measurement out = measure_impl::of(observation);
  for (const SignalKind& kind : signal_kinds()) {
    if (kind.measure == nullptr) continue;
    if (const auto value = kind.measure(observation)) out.values.push_back({kind.name, *value});
  }
  observation.gaps.for_each(
      [&](double gap, double count) { out.values.push_back({"inter_token", gap, count}); });
  return out;
}

Measurement measure_words(const Observation& observation, const Transcript& transcript) {
  Measurement out = measure_impl::of(observation);
  if (const auto value = degenerate(transcript)) out.values.push_back({"degenerate", *value});
  if (const auto value = tokens_per_char(observation, transcript))
    out.values.push_back({"tokens_per_char", *value});
  return out;
}

}  // namespace foreshock::signals
