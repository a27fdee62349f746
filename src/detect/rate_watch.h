#pragma once
// Watches how often something happens to a request, both ways, one request at a time.
#include <optional>

#include "core/shift.h"
#include "detect/alarm.h"
#include "detect/evidence.h"
#include "detect/grains.h"
#include "detect/rate_baseline.h"
#include "detect/recent.h"

namespace foreshock::detect {

// Bernoulli likelihood ratios against the upper (for falls the lower) limit of the healthy rate and what
// matters beyond it. About 4 KB; 60 ns a request.
class RateWatch {
 public:
  // A_FALSE_ALARM_IN: the mean number of requests.
  RateWatch(double matters, double a_false_alarm_in, const Grains& grains = {});

  void add(bool hit, Instant at);
  // An alarm comes once, until the rate is back.
  std::optional<Alarm> close(Instant now);
  bool changed() const { return changed_; }
  bool ready() const { return baseline_.ready(); }
  Shift shift(Instant from, Instant to) const;
  double usual() const { return baseline_.rate(); }
  const Recent& recent() const { return recent_; }  // sums of hits

 private:
  static constexpr size_t rises = 5, falls = 2;

  void set_alternatives();
  Alarm alarm() const;

  double matters_, log_threshold_;
  RateBaseline baseline_;
  Evidence evidence_;
  Recent recent_;
  std::array<double, rises + falls> when_hit_{}, when_not_{};  // log likelihood ratios
  size_t alternatives_ = 0;
  bool changed_ = false, alarmed_ = false;
  Instant changed_at_;
};

}  // namespace foreshock::detect
