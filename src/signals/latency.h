#pragma once
// How long an answer took (SPEC A1, B1). Seconds; definitions as in docs/signals.md.
#include <optional>

#include "core/observation.h"

namespace foreshock::signals {

// First token-bearing event minus accepted: what the client waits, our own queue included.
std::optional<double> time_to_first_token(const Observation& observation);
// The same for the first token that is not reasoning.
std::optional<double> time_to_first_answer_token(const Observation& observation);
// Last token-bearing event, else the end, minus accepted. Only complete answers have one.
std::optional<double> end_to_end(const Observation& observation);
// Dequeued minus accepted.
std::optional<double> queue_time(const Observation& observation);
// (output tokens - 1) / (last token - first token): tokens/s of one stream. Needs two token-bearing events.
std::optional<double> decode_rate(const Observation& observation);

// The longest gap between two token-bearing events; of answers with at least two.
std::optional<double> longest_gap(const Observation& observation);
// Prompt tokens that were not in the prefix cache / time to first token.
std::optional<double> prefill_rate(const Observation& observation);

}  // namespace foreshock::signals
