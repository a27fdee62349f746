#pragma once
// What a client asks of /api/v1/series, checked.
#include <span>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/signal_catalog.h"

namespace foreshock::console {

struct SeriesQuery {
  std::vector<const SignalSpec*> signals;
  Stratum stratum;
  Instant from, to;
  Duration step{};
  Duration window{};  // the quantiles at t are those of the window that ends with the bucket
};

// from and to are the last five minutes, or 30 steps where those are longer, where they are absent, step is
// 10 s, window is one step. DIMENSIONS are those that a stratum may have; none: any. Errors: bad_request.
Result<SeriesQuery> parse_series_query(std::string_view text, const SignalCatalog& signals,
                                       std::span<const std::string_view> dimensions, Instant now);

}  // namespace foreshock::console
