#pragma once
// What a client asks of /api/v1/series, checked.
#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/signal_spec.h"

namespace foreshock::console {

struct SeriesQuery {
  std::vector<const SignalSpec*> signals;
  Stratum stratum;
  Instant from, to;
  Duration step{};
  Duration window{};  // the quantiles at t are those of the window that ends with the bucket
};

// from and to are the last five minutes where they are absent, step is 10 s, window is one step. Errors:
// bad_request.
Result<SeriesQuery> parse_series_query(std::string_view text, std::span<const SignalSpec> signals,
                                       Instant now);

}  // namespace foreshock::console
