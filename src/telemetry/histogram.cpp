#include "telemetry/histogram.h"

#include <algorithm>

namespace foreshock::telemetry {

void Histogram::add(double value, double weight) {
  const auto bound = std::lower_bound(bounds_.begin(), bounds_.end(), value);
  counts_[static_cast<size_t>(bound - bounds_.begin())] += weight;
  sum_ += value * weight;
}

}  // namespace foreshock::telemetry
