#pragma once
// The answers of the query API of Prometheus and of what is compatible with it (api/v1).
#include <string>
#include <utility>
#include <vector>

#include "core/result.h"

namespace foreshock::wire {

struct QueriedPoint {
  double at = 0;     // Unix seconds
  double value = 0;  // NaN and infinities too
};

struct QueriedSeries {
  std::vector<std::pair<std::string, std::string>> labels;
  std::vector<QueriedPoint> points;  // as they stand

  // Empty where there is none of that NAME.
  std::string_view label(std::string_view name) const;
};

struct QueriedSamples {
  std::vector<QueriedSeries> series;
  std::vector<std::string> warnings;
  size_t native_histograms = 0;  // series that are none of numbers; they are left out
};

// Of query and query_range: a matrix, a vector or a scalar. In one pass, about 60 ns a point. Errors: what
// the server says went wrong (bad_usage for what it takes for a bad question, timeout, overloaded,
// backend_broken); backend_broken for what is no such answer.
Result<QueriedSamples> read_queried_samples(std::string body);

// Of label/NAME/values. Errors as above.
Result<std::vector<std::string>> read_label_values(std::string body);

}  // namespace foreshock::wire
