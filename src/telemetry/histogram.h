#pragma once
// Counts in fixed buckets, as Prometheus wants them. Not thread-safe.
#include <span>
#include <vector>

#include "wire/prometheus_text.h"

namespace foreshock::telemetry {

class Histogram {
 public:
  // BOUNDS rise and outlive the histogram.
  explicit Histogram(std::span<const double> bounds) : bounds_(bounds), counts_(bounds.size() + 1) {}

  void add(double value, double weight);
  wire::HistogramValues values() const { return {bounds_, counts_, sum_}; }

 private:
  std::span<const double> bounds_;
  std::vector<double> counts_;  // those up to each bound, and those above all
  double sum_ = 0;
};

}  // namespace foreshock::telemetry
