#pragma once
// The third arrow: Findings become a Diagnosis.
#include <span>

#include "core/diagnosis.h"
#include "core/event.h"
#include "core/finding.h"
#include "core/shift.h"

namespace foreshock::diagnose {

// What is known of an incident when it is to be explained.
struct Case {
  const Finding& lead;                // the finding for which somebody is woken
  std::span<const Finding> findings;  // all of the incident, the lead too
  std::span<const Event> events;      // of the last hours
  const ShiftBook& book;
  Instant now;
};

// Causes are ranked by prior odds times the likelihood ratios of their symptoms (signals that moved, or
// surely did not, where the incident is) and of the events at its onset, each taken as independent. At most
// five causes; events are ranked by rank_events.
Diagnosis diagnose(const Case& incident);

}  // namespace foreshock::diagnose
