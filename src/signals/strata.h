#pragma once
// The strata that an Observation belongs to: one dimension at a time, and some pairs (DESIGN 4).
#include <span>
#include <string_view>
#include <vector>

#include "core/observation.h"
#include "core/series.h"

namespace foreshock::signals {

// The total first. What is not known of OBSERVATION is no stratum. A pair has a dimension like
// "replica+prompt" and a value like "a+1-4k"; a + or \ inside one of its values has a \ before it. About 1
// µs.
std::vector<Stratum> strata_of(const Observation& observation);

// The names of all dimensions, pairs last.
std::span<const std::string_view> stratum_dimensions();

}  // namespace foreshock::signals
