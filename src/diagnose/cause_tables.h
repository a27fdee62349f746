#pragma once
// The parts of the catalogue, one table a file.
#include "diagnose/causes.h"

namespace foreshock::diagnose {

std::span<const CauseKind> engine_causes();
std::span<const CauseKind> service_causes();
std::span<const CauseKind> answer_causes();

}  // namespace foreshock::diagnose
