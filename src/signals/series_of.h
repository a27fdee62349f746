#pragma once
// The first arrow: an Observation becomes samples of Series, in the total and in each of its strata.
#include "core/observation.h"
#include "core/series.h"
#include "core/transcript.h"
#include "signals/strata.h"

namespace foreshock::signals {

// Every signal that it carries × every stratum of it, at the time at which it ended.
SampleGrid series_of(const Observation& observation, const StratumPairs& pairs = StratumPairs::usual());
// What its words say besides, in the same strata.
SampleGrid series_of(const Observation& observation, const Transcript& transcript);

}  // namespace foreshock::signals
