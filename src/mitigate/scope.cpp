#include "mitigate/scope.h"

#include <algorithm>

#include <fmt/format.h>

namespace foreshock::mitigate {

int narrowness(const Stratum& scope, const RequestScope& request) {
  const std::array<std::string_view, 4> values = {"", request.model, request.request_class, request.replica};
  for (size_t i = 0; i < values.size(); ++i)
    if (scope_dimensions[i] == scope.dimension) return values[i] == scope.value ? static_cast<int>(i) : -1;
  return -1;
}

bool overlap(const Stratum& a, const Stratum& b) {
  return a.dimension != b.dimension || a.value == b.value;
}

std::string to_text(const Stratum& scope) {
  return scope.dimension.empty() ? "everywhere" : fmt::format("{} {}", scope.dimension, scope.value);
}

}  // namespace foreshock::mitigate
