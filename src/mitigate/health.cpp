#include "mitigate/health.h"

#include <array>

#include "core/catalog.h"

namespace foreshock::mitigate {
namespace health_impl {

constexpr std::array rows = {
    option<&HealthOptions::interval>(
        "interval", "s", 0.1, 3600,
        "Time between two health checks of a backend; up to a fifth more or less, "
        "so that not all are checked at once."),
    option<&HealthOptions::timeout>("timeout", "s", 0.01, 600, "Longest time that a health check takes."),
    option<&HealthOptions::healthy_after>(
        "healthy_after", "checks", 1, 1000,
        "Checks in a row that have to pass before a backend is used again."),
    option<&HealthOptions::unhealthy_after>("unhealthy_after", "checks", 1, 1000,
                                            "Checks in a row that have to fail before a backend is avoided."),
    option<&HealthOptions::status>(
        "status", "", 0, 599, "The status that a check has to be answered with; 0: any from 200 to 299."),
};
static_assert(names_are_unique(rows));

}  // namespace health_impl

OptionSet health_options() {
  return health_impl::rows;
}

bool Health::note(bool passed, const HealthOptions& options) {
  against_ = passed == well_ ? 0 : against_ + 1;
  if (against_ < (passed ? options.healthy_after : options.unhealthy_after)) return false;
  against_ = 0;
  well_ = passed;
  return true;
}

}  // namespace foreshock::mitigate
