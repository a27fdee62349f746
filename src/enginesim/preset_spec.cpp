#include "enginesim/preset_spec.h"

namespace foreshock::enginesim {

VirtualSpec spec_of(const Preset& preset) {
  VirtualSpec spec;
  spec.decode_rate = preset.decode_rate;
  spec.step_growth = preset.step_growth;
  spec.prefill_rate = preset.prefill_rate;
  spec.first_token = seconds(preset.first_token);
  spec.first_token_log_sd = preset.first_token_log_sd;
  spec.inter_token_log_sd = preset.inter_token_log_sd;
  return spec;
}

}  // namespace foreshock::enginesim
