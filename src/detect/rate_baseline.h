#pragma once
// How often something happens while nothing is wrong.
#include "core/instant.h"

namespace foreshock::detect {

class RateBaseline {
 public:
  void learn(bool hit, Instant at);
  bool refresh(Instant now);
  bool ready() const { return ready_; }
  double rate() const { return rate_; }
  // Where the rate lies: one-sided 95 % limits (Wilson) of what was counted, widened by two standard
  // deviations of its hours beyond chance.
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  void end_hour();

  double count_ = 0, hits_ = 0;
  int64_t hour_ = -1;
  double hour_count_ = 0, hour_hits_ = 0;
  double hours_ = 0, weight_ = 0, squares_ = 0;  // of whole hours: Σ n, Σ n p²
  Instant first_, refreshed_;
  bool ready_ = false;
  double rate_ = 0, low_ = 0, high_ = 1;
};

}  // namespace foreshock::detect
