#pragma once
// Watches one series with the detector that fits its kind.
#include <memory>
#include <variant>

#include "core/signal_spec.h"
#include "detect/level_watch.h"
#include "detect/rate_watch.h"

namespace foreshock::detect {

class SeriesWatch {
 public:
  // UNITS_A_FALSE_ALARM: the mean number of requests (rate) or of units of time (value) to a false alarm.
  SeriesWatch(const SignalSpec& spec, double units_a_false_alarm, const Grains& grains);

  void add(double value, Instant at);
  std::optional<Alarm> close(Instant now);
  // Raised an alarm and is not back.
  bool changed() const;
  bool ready() const;
  // Rates by difference and by what they are told as; others in the measure of comparison.
  Shift shift(Instant from, Instant to) const;
  const Recent& recent() const;
  // What it usually is at that time, and what a shift of MEASURE makes of that, in the unit of the signal.
  double usual(Instant at) const;
  double moved(double usual, double measure) const;

 private:
  // What is better when it is higher is rarely not there: misses are counted instead.
  bool misses_ = false;
  std::variant<LevelWatch, RateWatch> watch_;
};

}  // namespace foreshock::detect
