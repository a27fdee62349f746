#include "signals/@name@.h"

namespace foreshock::signals {

std::optional<double> @name@(const Observation& observation) {
  const auto& stamps = observation.stamps;
  if (!stamps.last_token) return std::nullopt;
  return seconds(stamps.end - *stamps.last_token);
}

}  // namespace foreshock::signals
