#pragma once
// The dials that may be turned while the service runs. One row a dial, in the order of the enum.
#include <span>

#include "core/action.h"

namespace foreshock::mitigate {

enum class Dial : uint8_t { draft_length, drain };

std::span<const DialSpec> dials();
const DialSpec& spec_of(Dial dial);

}  // namespace foreshock::mitigate
