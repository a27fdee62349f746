#pragma once
// The curves of faults.
#include "scenario/facts.h"

namespace foreshock::scenario {

// Linear between the points, flat outside.
double value_on(const Curve& curve, double x);
// Where MOMENT stands on AXIS, SINCE_START seconds after the fault began. A replica or request that is not
// there yet counts as 0.
double place_on(CurveAxis axis, double since_start, const Moment& moment);
// Whether it is a property of a request.
bool is_of_requests(CurveAxis axis);

}  // namespace foreshock::scenario
