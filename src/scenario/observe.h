#pragma once
// How a gateway would have measured an attempt.
#include "core/observation.h"
#include "scenario/request_effects.h"
#include "scenario/story_clock.h"

namespace foreshock::scenario {

// Times are those of the model; what is observed ended at ENDED_IN_STORY and took as long as in the model.
struct Attempt {
  uint64_t number = 0;  // of the observation
  double began_at = 0, ended_at = 0;
  double ended_in_story = 0;
  double weight = 1;
  int64_t made = 1;  // at this request
  bool asked_again = false;
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
