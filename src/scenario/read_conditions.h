#pragma once
// `when` and `where`.
#include "enginesim/dials.h"
#include "scenario/fields.h"

namespace foreshock::scenario {

// WHO, of that reach, depends on the conditions; others than it reaches are errors. Names are checked against
// the load, the engine and the events of the story.
Result<Conditions> read_conditions(const Value& value, enginesim::DialReach reach, std::string_view who);
// The stratum of an expectation: replica, or conditions but those of the time.
Result<Where> read_where(const Value& value);

}  // namespace foreshock::scenario
