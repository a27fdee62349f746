#pragma once
// The strata that an Observation belongs to: one dimension at a time, and pairs (DESIGN 4).
#include <span>
#include <string_view>
#include <vector>

#include "core/observation.h"
#include "core/series.h"
#include "signals/stratum_pairs.h"

namespace foreshock::signals {

// The total first. What is not known of OBSERVATION is no stratum. A pair has a dimension like
// "replica+prompt" and a value like "a+1-4k"; a + or \ inside one of its values has a \ before it. About 1
// µs.
std::vector<Stratum> strata_of(const Observation& observation,
                               const StratumPairs& pairs = StratumPairs::usual());

std::span<const std::string_view> single_dimensions();
// The names of all dimensions, pairs last; PAIRS must outlive them.
std::vector<std::string_view> stratum_dimensions(const StratumPairs& pairs);

}  // namespace foreshock::signals
