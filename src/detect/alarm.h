#pragma once
// What a detector says of one series.
#include "core/finding.h"
#include "core/instant.h"
#include "core/interval.h"

namespace foreshock::detect {

struct Alarm {
  Change change = Change::rise;
  Instant onset;
  Interval size;      // after minus before, in the unit of the signal
  double before = 0;  // what it usually is, in the unit of the signal
};

}  // namespace foreshock::detect
