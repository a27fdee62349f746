#pragma once
// How requests ended: 1 where it happened, 0 where it did not, so that a mean is a rate (SPEC A1).
#include <optional>

#include "core/observation.h"

namespace foreshock::signals {

// Any failure that is not the client's own: gateway, upstream, timeout, model.
std::optional<double> service_error(const Observation& observation);

template <ErrorClass error_class>
std::optional<double> ended_as(const Observation& observation) {
  return error_class_of(observation) == error_class ? 1 : 0;
}

// Cut at the token limit; of complete answers.
std::optional<double> finish_length(const Observation& observation);
// Complete, tokens spent, nothing in it.
std::optional<double> empty_answer(const Observation& observation);
std::optional<double> truncated(const Observation& observation);
// Where the window of the replica is known: more tokens than fit, or an answer cut where it ends. Engines do
// not say so: found by arithmetic.
std::optional<double> context_lost(const Observation& observation);
// A further attempt at a request that failed; asked for again by a user who has an answer.
std::optional<double> retried(const Observation& observation);
std::optional<double> asked_again(const Observation& observation);
// Of answers whose reasoning tokens are told.
std::optional<double> zero_reasoning(const Observation& observation);

}  // namespace foreshock::signals
