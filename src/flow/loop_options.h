#pragma once
#include "core/option.h"
#include "detect/watch.h"
#include "mitigate/options.h"
#include "verify/trial.h"

namespace foreshock::flow {

struct LoopOptions {
  detect::WatchOptions watch;
  // So long after the first request nobody is woken: what is usual is not known well enough.
  Duration learning = std::chrono::hours(12);
  // A change must last that long before anybody is woken for it, but for severe ones.
  Duration lasting = std::chrono::minutes(2);
  Duration severe_lasting = std::chrono::seconds(20);
  Ratio severe_share{0.15};  // of a stratum's requests broken, as estimated when it is found
  // Findings whose onsets lie no further apart belong to one incident; so long it stays open when all is
  // over.
  Duration incident_gap = std::chrono::hours(1);
  verify::TrialOptions trial;
  mitigate::MitigateOptions mitigate;
};

}  // namespace foreshock::flow
