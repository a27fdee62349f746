#pragma once
// How long one step of the engine takes.
#include <cstdint>

#include "enginesim/engine_spec.h"

namespace foreshock::enginesim {

// What is computed in one step, summed over its sequences.
struct StepLoad {
  int64_t sequences = 0;
  int64_t prefill_tokens = 0;
  double prefill_context = 0;   // for each prefilled token, the tokens before it
  int64_t decode_context = 0;   // tokens read by the sequences that decode
  int64_t draft_positions = 0;  // the longest draft of any sequence
  int64_t draft_tokens = 0;
};

// base + sequences · cost + prefill / rate + attention over the contexts + drafting and verifying.
Duration step_time(const EngineSpec& spec, const StepLoad& load);

}  // namespace foreshock::enginesim
