#include "detect/level_baseline.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace foreshock::detect {
namespace level_baseline_impl {

constexpr double fewest_values = 150;
constexpr double smallest = 1e-9;
constexpr double log_bin = 0.04, share_bin = 1.0 / 128;
constexpr double furthest = 6;              // scales: where residuals are clipped at the latest
constexpr double interquartile = 1.349;     // of a normal distribution, in standard deviations
constexpr double one_sided = 1.645;         // 95 %
constexpr double half_day_memory = 0.9755;  // 0.5 ^ (1/28): a half-life of two weeks
constexpr Duration day = std::chrono::hours(24);

// Early estimates are poor, late ones hardly move.
Duration wait_after(Duration age) {
  return std::clamp<Duration>(age / 2, std::chrono::minutes(10), std::chrono::hours(12));
}

}  // namespace level_baseline_impl

LevelBaseline::LevelBaseline(bool by_factor, double matters, Duration unit)
    : by_factor_(by_factor),
      matters_(by_factor ? std::log(matters) : matters),
      residuals_(by_factor ? level_baseline_impl::log_bin : level_baseline_impl::share_bin),
      blocks_(unit),
      in_use_(unit) {}

double LevelBaseline::measure(double value) const {
  return by_factor_ ? std::log(std::max(value, level_baseline_impl::smallest)) : value;
}

double LevelBaseline::value_of(double measure) const {
  return by_factor_ ? std::exp(measure) : measure;
}

void LevelBaseline::learn(double value, Instant at) {
  const double x = measure(value);
  if (season_.count() == 0) first_ = refreshed_ = at;
  season_.learn(x, at);
  if (!ready_ && std::has_single_bit(static_cast<uint64_t>(season_.count()))) season_.refresh();
  const double residual = x - season_.usual(at);
  residuals_.add(residual);
  blocks_.add(std::clamp(residual, -clip_, clip_), at);
}

bool LevelBaseline::refresh(Instant now) {
  using namespace level_baseline_impl;
  const Duration age = now - first_;
  if (season_.count() < fewest_values || age < shortest) return false;
  if (ready_ && now - refreshed_ < wait_after(age)) return false;
  if (ready_ && now - refreshed_ >= day / 2) {
    season_.forget(half_day_memory);
    residuals_.scale(half_day_memory);
  }
  season_.refresh();
  // What was learnt before the hours of the day were known is spread too widely.
  if (!season_known_ && age >= day) {
    season_known_ = true;
    residuals_.clear();
    blocks_.clear();
    refreshed_ = now;
    return false;
  }
  if (residuals_.count() < fewest_values) return false;
  if (!ready_) blocks_.clear();  // the first values were compared with too few
  if (!season_known_ || blocks_.known()) in_use_ = blocks_;
  const double spread = residuals_.quantile(0.75) - residuals_.quantile(0.25);
  scale_ = std::max(spread / interquartile, matters_ / 4);
  clip_ = std::min(furthest * scale_, 2 * scale_ + 2 * std::max(matters_, scale_));
  mean_ = residuals_.mean_of(clip_, [](double r) { return r; });
  variance_ = residuals_.mean_of(clip_, [this](double r) { return (r - mean_) * (r - mean_); });
  variance_ = std::max(variance_, scale_ * scale_);
  unsure_ = one_sided * std::sqrt(variance_ / season_.count() + in_use_.variance_of_mean(variance_));
  refreshed_ = now;
  ready_ = true;
  return true;
}

}  // namespace foreshock::detect
