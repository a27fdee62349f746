#pragma once
// A replica as a preset has it, healthy and warm.
#include "enginesim/presets.h"
#include "enginesim/virtual_request.h"

namespace foreshock::enginesim {

VirtualSpec spec_of(const Preset& preset);

}  // namespace foreshock::enginesim
