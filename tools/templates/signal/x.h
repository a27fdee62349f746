#pragma once
// @Words@. Unit: seconds.
#include <optional>

#include "core/observation.h"

namespace foreshock::signals {

// End of the answer minus its last token. Nothing for an answer without a token.
std::optional<double> @name@(const Observation& observation);

}  // namespace foreshock::signals
