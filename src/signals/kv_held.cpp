#include "signals/kv_held.h"

#include <algorithm>
#include <cmath>

namespace foreshock::signals {
namespace kv_held_impl {

constexpr Duration window = std::chrono::minutes(10), pace = std::chrono::minutes(1);
constexpr Duration least_between = std::chrono::seconds(1);
constexpr size_t least_points = 30;
constexpr double largest_error = 0.03;

}  // namespace kv_held_impl

std::optional<double> KvHeld::take(double use, double running, Instant at) {
  using namespace kv_held_impl;
  if (!points_.empty() && at - points_.back().at < least_between) return std::nullopt;
  points_.push_back({at, use, running});
  while (at - points_.front().at > window) points_.pop_front();
  if (points_.size() == 1) told_at_ = at;
  if (at - told_at_ < pace || points_.size() < least_points) return std::nullopt;
  told_at_ = at;
  return intercept();
}

// The textbook standard error of the intercept, sigma · sqrt(1/n + mean² / Sxx).
std::optional<double> KvHeld::intercept() const {
  const auto n = static_cast<double>(points_.size());
  double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  for (const Point& point : points_) {
    x += point.running / n;
    y += point.use / n;
  }
  for (const Point& point : points_) {
    xx += (point.running - x) * (point.running - x);
    xy += (point.running - x) * (point.use - y);
    yy += (point.use - y) * (point.use - y);
  }
  if (xx <= 0) return x > 0 ? std::nullopt : std::optional(std::clamp(y, 0.0, 1.0));
  const double share = std::max(0.0, xy / xx);
  const double left = std::max(0.0, yy - 2 * share * xy + share * share * xx) / (n - 2);
  const double error = std::sqrt(left * (1 / n + x * x / xx));
  if (error > kv_held_impl::largest_error) return std::nullopt;
  return std::clamp(y - share * x, 0.0, 1.0);
}

}  // namespace foreshock::signals
