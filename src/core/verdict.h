#pragma once
// Verdict: did an action help? A paired change with its interval, and what follows.
#include <string>

#include "core/identity.h"
#include "core/instant.h"
#include "core/interval.h"
#include "core/series.h"

namespace foreshock {

enum class Decision : uint8_t { keep, roll_back, hold, not_proven };
constexpr std::string_view name_of(Decision decision) {
  constexpr std::string_view names[] = {"keep", "roll_back", "hold", "not_proven"};
  return names[static_cast<size_t>(decision)];
}

struct Verdict {
  Identity id{Noun::verdict, 0};
  Because because;  // the action, and the observations compared
  Instant at;
  SeriesKey series;
  double before = 0;  // in the unit of the signal, as it would stand at this hour of the day
  Interval effect;    // after minus before
  Decision decision = Decision::not_proven;
};

}  // namespace foreshock
