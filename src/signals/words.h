#pragma once
// What the words of a request and its answer say of their quality, without a judge.
#include <optional>

#include "core/observation.h"
#include "core/transcript.h"

namespace foreshock::signals {

// 1 where the answer ends in one character, 40 times or more, as engines write when their numbers have become
// NaN. Blanks and rules (lines of - = _ * # . ~) do not count. Costs one look at the end.
std::optional<double> degenerate(const Transcript& transcript);

// Prompt tokens as the engine counts them / characters of the prompt. Falls where an engine cuts the prompt
// without a word, whatever the mix of requests.
std::optional<double> tokens_per_char(const Observation& observation, const Transcript& transcript);

}  // namespace foreshock::signals
