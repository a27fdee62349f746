#pragma once
// Verdict: did an action help? A paired change with its interval, and what follows.
#include <string>

#include "core/identity.h"
#include "core/instant.h"
#include "core/interval.h"
#include "core/series.h"

namespace foreshock {

enum class Decision : uint8_t { keep, roll_back, hold, not_proven };

struct Verdict {
  Identity id{Noun::verdict, 0};
  Because because;  // the action, and the observations compared
  Instant at;
  SeriesKey series;
  Interval effect;  // after minus before, in the unit of the signal
  Decision decision = Decision::not_proven;
};

}  // namespace foreshock
