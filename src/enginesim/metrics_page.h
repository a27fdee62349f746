#pragma once
// The engine's own measurements in the names and the text format of vLLM's /metrics.
#include <string>

#include "enginesim/model.h"

namespace foreshock::enginesim {

std::string metrics_page(const Model& model);

}  // namespace foreshock::enginesim
