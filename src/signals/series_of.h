#pragma once
// The first arrow: an Observation becomes samples of Series, in the total and in each of its strata.
#include "core/observation.h"
#include "core/series.h"
#include "signals/strata.h"

namespace foreshock::signals {

// Every signal that it carries × every stratum of it, at the time at which it ended.
SampleGrid series_of(const Observation& observation);

}  // namespace foreshock::signals
