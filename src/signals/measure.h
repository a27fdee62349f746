#pragma once
// The first arrow, once for all strata: what an Observation says, as a Measurement.
#include "core/measurement.h"
#include "core/observation.h"
#include "core/transcript.h"

namespace foreshock::signals {

// Every signal that OBSERVATION carries, at the time at which it ended.
Measurement measure(const Observation& observation);

// What its words say besides, in the same strata.
Measurement measure_words(const Observation& observation, const Transcript& transcript);

}  // namespace foreshock::signals
