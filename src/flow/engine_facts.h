#pragma once
#include "core/shift.h"
#include "mitigate/draft_length.h"

namespace foreshock::flow {

// What the readings of the last minutes say of all engines together, for policies.
mitigate::EngineFacts engine_facts(const ShiftBook& book, Instant now);

}  // namespace foreshock::flow
