#include "detect/level_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace foreshock::detect {
namespace level_watch_impl {

constexpr std::array shifts = {0.2, 0.5, 1.2, 3.0};  // scales beyond what matters
constexpr double count_memory = 0.99;                // of the usual count of a unit, a unit
constexpr double most_of_unit = 1.0 / 3;             // of the evidence for an alarm
constexpr int64_t looked_back = 5;                   // grains, to see whether it is over

}  // namespace level_watch_impl

LevelWatch::LevelWatch(bool by_factor, double matters, double a_false_alarm_in, const Grains& grains)
    : baseline_(by_factor, matters, grains.unit),
      log_threshold_(std::log(a_false_alarm_in)),
      recent_(grains.recent),
      unit_length_(grains.unit) {}

void LevelWatch::add(double value, Instant at) {
  const int64_t unit = at.time_since_epoch() / unit_length_;
  if (unit != unit_) {
    end_unit();
    unit_ = unit;
  }
  const double residual = baseline_.residual(value, at);
  count_ += 1;
  sum_ += std::clamp(residual, -baseline_.clip(), baseline_.clip()) - baseline_.mean();
  whole_sum_ += residual - baseline_.mean();
  if (!changed_) baseline_.learn(value, at);
}

std::optional<Alarm> LevelWatch::close(Instant now) {
  if (unit_ >= 0 && now.time_since_epoch() / unit_length_ > unit_) {
    end_unit();
    unit_ = -1;
  }
  if (changed_) {
    if (!is_back(now)) return std::nullopt;
    changed_ = false;
    evidence_.clear();
    return std::nullopt;
  }
  if (baseline_.refresh(now)) set_tilts();
  if (!std::exchange(alarmed_, false)) return std::nullopt;
  changed_ = true;
  changed_at_ = now;
  return alarm();
}

void LevelWatch::set_tilts() {
  const double mean = baseline_.mean();
  for (size_t k = 0; k < tilts; ++k) {
    tilt_[k] = level_watch_impl::shifts[k] * baseline_.scale() / baseline_.variance();
    for (size_t side = 0; side < sides; ++side) {
      const double sign = side == 0 ? 1 : -1;
      log_mean_[side][k] = std::log(baseline_.residuals().mean_of(
          baseline_.clip(), [&](double r) { return std::exp(tilt_[k] * sign * (r - mean)); }));
    }
  }
}

void LevelWatch::end_unit() {
  using namespace level_watch_impl;
  if (count_ == 0) return;
  const Instant begin{unit_length_ * unit_};
  recent_.add(begin, count_, whole_sum_);
  if (baseline_.ready() && !changed_) {
    usual_count_ = usual_count_ == 0 ? count_ : count_memory * usual_count_ + (1 - count_memory) * count_;
    const double variance = baseline_.variance();
    const BlockVariance& blocks = baseline_.blocks();
    const double together = 1 + count_ * blocks.excess(BlockVariance::slice, variance) / variance;
    const double overstated = together * blocks.overstatement(usual_count_, variance);
    std::array<double, sides * tilts> log_ratios;
    for (size_t side = 0; side < sides; ++side) {
      const double moved = (side == 0 ? sum_ : -sum_) - count_ * (baseline_.matters() + baseline_.unsure());
      for (size_t k = 0; k < tilts; ++k) {
        const double log_ratio = (tilt_[k] * moved - count_ * log_mean_[side][k]) / overstated;
        log_ratios[side * tilts + k] = std::min(log_ratio, most_of_unit * log_threshold_);
      }
    }
    evidence_.add(log_ratios, begin, count_, whole_sum_);
    alarmed_ = alarmed_ || std::log(evidence_.mean()) >= log_threshold_;
  }
  count_ = sum_ = whole_sum_ = 0;
}

Alarm LevelWatch::alarm() const {
  const Evidence::Since& since = evidence_.since();
  const double shift = since.count > 0 ? since.sum / since.count : 0;
  const double variance = baseline_.variance();
  const double excess = baseline_.blocks().excess(BlockVariance::slice, variance);
  const double error = std::sqrt(variance / std::max(1.0, since.count) + excess / std::max(1.0, since.units));
  const double before = baseline_.usual(since.begin);
  const auto by = [&](double measure) { return moved(before, measure) - before; };
  constexpr double two_sided = 1.96;
  return {.change = evidence_.best() < tilts ? Change::rise : Change::fall,
          .onset = since.begin,
          .size = {by(shift), by(shift - two_sided * error), by(shift + two_sided * error)},
          .before = before};
}

Shift LevelWatch::shift(Instant from, Instant to) const {
  const Recent::Sum sum = recent_.over(from, to);
  if (sum.count <= 0 || !baseline_.ready()) return {.matters = baseline_.matters()};
  const double variance = baseline_.variance();
  const BlockVariance& blocks = baseline_.blocks();
  const auto slices =
      static_cast<double>(std::max<int64_t>(1, sum.grains * (recent_.grain() / unit_length_)));
  const double error = std::sqrt(variance / sum.count +
                                 blocks.excess(BlockVariance::slice, variance) / std::min(sum.count, slices) +
                                 blocks.excess(BlockVariance::block, variance));
  return {sum.mean(), error, sum.count, baseline_.matters()};
}

bool LevelWatch::is_back(Instant now) const {
  const Duration back = level_watch_impl::looked_back * recent_.grain();
  if (now < changed_at_ + back) return false;
  const Shift recent = shift(now - back, now);
  return recent.count > 0 && std::abs(recent.mean) < recent.matters / 2;
}

}  // namespace foreshock::detect
