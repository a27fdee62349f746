#include "detect/rate_baseline.h"

#include <algorithm>
#include <cmath>

namespace foreshock::detect {
namespace rate_baseline_impl {

constexpr double fewest = 200;
constexpr double one_sided = 1.645;         // 95 %
constexpr double half_day_memory = 0.9755;  // 0.5 ^ (1/28): a half-life of two weeks
constexpr Duration half_day = std::chrono::hours(12);

}  // namespace rate_baseline_impl

void RateBaseline::learn(bool hit, Instant at) {
  if (count_ == 0) first_ = refreshed_ = at;
  const int64_t hour = at.time_since_epoch() / std::chrono::hours(1);
  if (hour != hour_) {
    end_hour();
    hour_ = hour;
  }
  count_ += 1;
  hits_ += hit ? 1 : 0;
  hour_count_ += 1;
  hour_hits_ += hit ? 1 : 0;
}

void RateBaseline::end_hour() {
  if (hour_count_ > 0) {
    hours_ += 1;
    weight_ += hour_count_;
    squares_ += hour_hits_ * hour_hits_ / hour_count_;
  }
  hour_count_ = hour_hits_ = 0;
}

bool RateBaseline::refresh(Instant now) {
  using namespace rate_baseline_impl;
  if (count_ < fewest) return false;
  const Duration wait = std::clamp<Duration>((now - first_) / 2, std::chrono::minutes(10), half_day);
  if (ready_ && now - refreshed_ < wait) return false;
  rate_ = hits_ / count_;
  const double z = one_sided, n = count_;
  const double middle = (rate_ + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z * std::sqrt(rate_ * (1 - rate_) / n + z * z / (4 * n * n)) / (1 + z * z / n);
  const double spread = rate_ * (1 - rate_);
  // Σ n (p_hour - rate)² = hours · spread + Σ n · c
  const double around = squares_ - weight_ * rate_ * rate_;
  const double beyond = hours_ > 6 ? std::sqrt(std::max(0.0, (around - hours_ * spread) / weight_)) : 0;
  high_ = std::min(1.0, middle + half + 2 * beyond);
  low_ = std::max(0.0, middle - half - 2 * beyond);
  if (ready_ && now - refreshed_ >= half_day) {
    for (double* sum : {&count_, &hits_, &hours_, &weight_, &squares_}) *sum *= half_day_memory;
  }
  refreshed_ = now;
  ready_ = true;
  return true;
}

}  // namespace foreshock::detect
