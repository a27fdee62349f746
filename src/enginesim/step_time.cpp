#include "enginesim/step_time.h"

namespace foreshock::enginesim {

Duration step_time(const EngineSpec& spec, const StepLoad& load) {
  const double attention =
      seconds(spec.decode_per_context) * static_cast<double>(load.decode_context) / 1000 +
      seconds(spec.prefill_per_context) * load.prefill_context / 1000;
  const double prefill = static_cast<double>(load.prefill_tokens) / spec.prefill_rate;
  return spec.step_base + spec.step_per_sequence * load.sequences + spec.draft_cost * load.draft_positions +
         spec.verify_cost * load.draft_tokens + from_seconds(prefill + attention);
}

}  // namespace foreshock::enginesim
