#pragma once
// The last arrow: did an Action help?
#include <optional>

#include "core/finding.h"
#include "core/shift.h"
#include "core/verdict.h"

namespace foreshock::verify {

struct TrialOptions {
  Duration before = std::chrono::minutes(10);  // at most, and not before the onset
  Duration settle = std::chrono::minutes(1);   // requests that began before the action still end
  Duration least = std::chrono::minutes(2);    // seen after that before anything is said
  Duration longest = std::chrono::minutes(15);
};

// An action on trial: SERIES is to come back the other way than it changed.
struct Trial {
  Identity action;
  SeriesKey series;
  Change change = Change::rise;
  Instant onset, acted_at;
};

// The series' shift from what is usual, after the action less before it, by the hour of the day alike: the
// pairing is with what the same hour usually is. KEEP when its interval lies wholly on the good side,
// ROLL_BACK when on the bad side, NOT_PROVEN when neither by the longest time; nothing before. The interval
// is of three standard errors, since it is looked at a dozen times.
std::optional<Verdict> judge(const Trial& trial, const ShiftBook& book, Instant now,
                             const TrialOptions& options);

}  // namespace foreshock::verify
