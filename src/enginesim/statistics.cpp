#include "enginesim/statistics.h"

#include <algorithm>
#include <numeric>

namespace foreshock::enginesim {
namespace statistics_impl {

// The buckets of vLLM 0.10 and later.
constexpr auto first_token_bounds =
    std::to_array({0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1,  0.25,  0.5,   0.75,
                   1.0,   2.5,   5.0,  7.5,  10.0, 20.0, 40.0, 80.0, 160.0, 640.0, 2560.0});
constexpr auto inter_token_bounds = std::to_array({0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5,
                                                   0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 20.0, 40.0, 80.0});
constexpr auto request_bounds =
    std::to_array({0.3,  0.5,  0.8,  1.0,  1.5,   2.0,   2.5,   5.0,   10.0,   15.0,  20.0,
                   30.0, 40.0, 50.0, 60.0, 120.0, 240.0, 480.0, 960.0, 1920.0, 7680.0});

}  // namespace statistics_impl

void Histogram::observe(Duration value) {
  const double as_seconds = seconds(value);
  const auto bucket = std::lower_bound(bounds_.begin(), bounds_.end(), as_seconds) - bounds_.begin();
  ++counts_[static_cast<size_t>(bucket)];
  ++count_;
  sum_ += as_seconds;
}

int64_t Histogram::cumulative(size_t index) const {
  return std::accumulate(counts_.begin(), counts_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                         int64_t{0});
}

Statistics::Statistics()
    : time_to_first_token(statistics_impl::first_token_bounds),
      inter_token_latency(statistics_impl::inter_token_bounds),
      request_latency(statistics_impl::request_bounds),
      queue_time(statistics_impl::request_bounds) {}

}  // namespace foreshock::enginesim
