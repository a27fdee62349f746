#pragma once
#include "scenario/fields.h"

namespace foreshock::scenario {

// Whether what MAP says of a fault fits together and fits its dial: times, curve, share, replicas, sticky,
// to.
Result<void> check_fault(const Value& map, const Fault& fault);

}  // namespace foreshock::scenario
