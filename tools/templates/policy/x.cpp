#include "mitigate/@name@.h"

namespace foreshock::mitigate {

std::optional<double> @name@(const EngineFacts& facts, const MitigateOptions& options) {
  if (facts.load.value_or(0) <= 0.8) return std::nullopt;
  return static_cast<double>(options.least_draft_length);
}

}  // namespace foreshock::mitigate
