#pragma once
#include "core/option.h"
#include "detect/watch.h"
#include "mitigate/options.h"
#include "verify/trial.h"

namespace foreshock::flow {

struct LoopOptions {
  detect::WatchOptions watch;
  // A change must last that long before anybody is woken for it, but for severe ones.
  Duration lasting = std::chrono::minutes(2);
  Duration severe_lasting = std::chrono::seconds(20);
  Ratio severe_share{0.2};  // of a stratum's requests broken
  Duration incident_gap =
      std::chrono::minutes(30);  // what comes within it of an incident's end belongs to it
  verify::TrialOptions trial;
  mitigate::MitigateOptions mitigate;
};

}  // namespace foreshock::flow
