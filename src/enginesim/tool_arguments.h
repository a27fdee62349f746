#pragma once
// The arguments of a tool call.
#include <string>

#include "enginesim/answer_flaws.h"
#include "enginesim/random.h"

namespace foreshock::enginesim {

struct Tool;

// JSON for TOOL's schema, or what FLAWS (those named tool_ and repeated_call) make of it.
std::string write_arguments(const Tool& tool, const AnswerFlaws& flaws, Random& random);

}  // namespace foreshock::enginesim
