#pragma once
// The healthy behaviour of a series of numbers, learnt from it.
#include "detect/block_variance.h"
#include "detect/histogram.h"
#include "detect/season.h"

namespace foreshock::detect {

class LevelBaseline {
 public:
  // Before that it is never ready.
  static constexpr Duration shortest = std::chrono::minutes(20);

  // BY_FACTOR: numbers are compared by their logarithms; else as they are. MATTERS: the smallest factor, or
  // difference, that counts. UNIT: the shortest time in which values hang together.
  LevelBaseline(bool by_factor, double matters, Duration unit);

  // In the measure of comparison. What is not above zero has the logarithm of a nanosecond.
  double measure(double value) const;
  double value_of(double measure) const;

  void learn(double value, Instant at);
  // Takes into use what was learnt, if it is time to: at first often, later twice a day. Whether it did;
  // about 20 µs where it does.
  bool refresh(Instant now);
  // Enough was learnt to compare with.
  bool ready() const { return ready_; }
  double residual(double value, Instant at) const { return measure(value) - season_.usual(at); }
  double usual(Instant at) const { return value_of(season_.usual(at)); }

  double clip() const { return clip_; }          // residuals beyond it count as it
  double mean() const { return mean_; }          // of clipped residuals
  double variance() const { return variance_; }  // of clipped residuals
  double scale() const { return scale_; }        // a robust standard deviation
  double matters() const { return matters_; }    // in the measure of comparison
  double unsure() const { return unsure_; }  // by how much the usual level may be another (95 %, one-sided)
  const Histogram& residuals() const { return residuals_; }
  const BlockVariance& blocks() const { return in_use_; }

 private:
  bool by_factor_;
  double matters_;
  Season season_;
  Histogram residuals_;
  BlockVariance blocks_, in_use_;  // those of the first day are used until others are known
  Instant first_, refreshed_;
  bool ready_ = false, season_known_ = false;
  double clip_ = 1, mean_ = 0, variance_ = 1, scale_ = 1, unsure_ = 0;
};

}  // namespace foreshock::detect
