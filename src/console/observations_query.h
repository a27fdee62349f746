#pragma once
// What a client asks of /api/v1/observations, checked.
#include <optional>
#include <string>

#include "console/query_values.h"
#include "core/observation.h"

namespace foreshock::console {

// What is empty or missing admits all.
struct ObservationsQuery {
  size_t limit = 0;
  std::optional<Instant> from, to;  // ended in from <= t < to
  std::optional<Instant> near;      // of more than the limit, those that ended nearest to it; else the newest
  std::string model, replica;
  std::optional<TerminalState> state;
  Stratum stratum;

  bool admits_all() const;
};

// DIMENSIONS are those that a stratum may have; none: any. Errors: bad_request.
Result<ObservationsQuery> parse_observations_query(std::string_view text,
                                                   std::span<const std::string_view> dimensions, Instant now);

}  // namespace foreshock::console
