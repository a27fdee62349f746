#pragma once
#include "scenario/fields.h"

namespace foreshock::scenario {

// Whether every expectation can be judged in the story that stands before it. MAP is the value of `expect`.
Result<void> check_expectations(const Value& map, const Expectations& expect);

}  // namespace foreshock::scenario
