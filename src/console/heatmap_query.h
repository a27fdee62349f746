#pragma once
// What a client asks of /api/v1/heatmap, checked.
#include <string>
#include <vector>

#include "console/query_values.h"

namespace foreshock::console {

struct HeatMapQuery {
  const SignalSpec* signal = nullptr;  // a distribution
  std::string dimension;
  std::vector<double> bounds;  // rising, in the unit of the signal
  Times times;
  Duration step{};  // the grain that is read: 10 s up to six hours, else 1 h
};

// from and to are the last hour where they are missing; DIMENSIONS are those that there are, none: any.
// Errors: bad_request.
Result<HeatMapQuery> parse_heat_map_query(std::string_view text, const SignalCatalog& signals,
                                          std::span<const std::string_view> dimensions, Instant now);

}  // namespace foreshock::console
