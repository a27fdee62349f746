#pragma once
// The simulated engine's part of the configuration.
#include "core/option.h"
#include "enginesim/engine_spec.h"

namespace foreshock::enginesim {

struct SimulatedEngineOptions {
  EngineSpec spec;
  int64_t seed = 1;
  double speed = 1;        // seconds of the engine in one real second
  bool any_model = false;  // calls may name the model as they like; else another name is refused with 404
};

// Rows for a SimulatedEngineOptions.
OptionSet simulated_engine_options();

}  // namespace foreshock::enginesim
