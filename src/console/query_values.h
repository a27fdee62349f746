#pragma once
// What several paths take, read one way. Errors are bad_request and begin with the parameter's name.
#include <span>
#include <string_view>

#include "console/query.h"
#include "core/series.h"
#include "core/signal_catalog.h"

namespace foreshock::console {

struct Times {
  Instant from, to;  // from <= t < to
};

// from and to in Unix seconds; to is now and from is ABSENT before it where they are missing.
Result<Times> parse_times(const Query& query, Instant now, Duration absent);

// "model:name" of the parameter stratum; the value may have colons of its own. The total where it is missing.
// DIMENSIONS are those that it may have; none: any.
Result<Stratum> parse_stratum(const Query& query, std::span<const std::string_view> dimensions);
Result<void> check_dimension(std::string_view parameter, std::string_view dimension,
                             std::span<const std::string_view> dimensions);

// The signal of this name among KNOWN, which outlives the answer.
Result<const SignalSpec*> find_signal(std::string_view parameter, std::string_view name,
                                      const SignalCatalog& known);

}  // namespace foreshock::console
