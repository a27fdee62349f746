#pragma once
// How a gateway would have measured an attempt.
#include "core/observation.h"
#include "scenario/request_effects.h"

namespace foreshock::scenario {

// Unix time of the story's time 0: a Monday at 00:00 UTC, later by its `start`.
Instant story_start(const Story& story);

struct Attempt {
  uint64_t number = 0;  // of the observation
  double began_at = 0, ended_at = 0;
  TerminalState state = TerminalState::ok;
  int status = 200;
  bool status_is_ours = false;
  bool reached_engine = false;
  enginesim::VirtualOutcome outcome;  // where it did
  bool cold = false;
  int64_t concurrency = 1;
  double session_age = 0;
  size_t replica = 0;
  std::string_view version;
};

// OUT is filled anew; its texts are reused.
void observe(const Story& story, const Asked& asked, const Plan& plan, const Attempt& attempt,
             Observation& out);

}  // namespace foreshock::scenario
