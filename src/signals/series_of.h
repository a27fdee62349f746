#pragma once
// The first arrow: an Observation becomes samples of Series, in the total and in each marginal stratum.
#include <vector>

#include "core/observation.h"
#include "core/series.h"

namespace foreshock::signals {

// The strata that OBSERVATION belongs to, the total first. What is not known of it is no stratum.
std::vector<Stratum> strata_of(const Observation& observation);

// Every signal that it carries × every stratum of it, at the time at which it ended. About 200 samples for a
// streamed answer.
std::vector<Sample> series_of(const Observation& observation);

}  // namespace foreshock::signals
