#pragma once
// How much was asked and answered: requests and tokens.
#include <optional>

#include "core/observation.h"

namespace foreshock::signals {

std::optional<double> one_request(const Observation& observation);
std::optional<double> prompt_tokens(const Observation& observation);
std::optional<double> output_tokens(const Observation& observation);
std::optional<double> reasoning_tokens(const Observation& observation);
// Of speculative decoding, where the engine tells it of each answer.
std::optional<double> drafted_tokens(const Observation& observation);
std::optional<double> accepted_tokens(const Observation& observation);
// Cached / prompt tokens, where the engine tells both.
std::optional<double> prefix_hit(const Observation& observation);

}  // namespace foreshock::signals
