#pragma once
// Watches a series of numbers for a lasting change of its level, both ways.
#include <optional>

#include "core/shift.h"
#include "detect/alarm.h"
#include "detect/evidence.h"
#include "detect/grains.h"
#include "detect/level_baseline.h"
#include "detect/recent.h"

namespace foreshock::detect {

// The values of each 10 s are one unit. An alternative is an exponential tilt of the residuals' own
// histogram, moved by what matters first, so that no change below it gathers evidence; so heavy tails cost no
// false alarms (notes on limits of detection: history-binned tilts). Since neighbours are slow together, the
// evidence of a unit is divided by as much as blocks of time vary more than independent values would; and no
// single unit brings more than a third of what an alarm takes. About 5 KB.
class LevelWatch {
 public:
  // A_FALSE_ALARM_IN: the mean number of units.
  LevelWatch(bool by_factor, double matters, double a_false_alarm_in, const Grains& grains = {});

  void add(double value, Instant at);
  // Ends the unit if it is over by NOW. An alarm comes once, until the level is back.
  std::optional<Alarm> close(Instant now);
  bool changed() const { return changed_; }
  bool ready() const { return baseline_.ready(); }
  Shift shift(Instant from, Instant to) const;
  double usual(Instant at) const { return baseline_.usual(at); }
  // In the unit of the signal, when it is moved by MEASURE.
  double moved(double usual, double measure) const {
    return baseline_.value_of(baseline_.measure(usual) + measure);
  }
  const Recent& recent() const { return recent_; }

 private:
  static constexpr size_t sides = 2, tilts = 4;

  void set_tilts();
  void end_unit();
  Alarm alarm() const;
  bool is_back(Instant now) const;

  LevelBaseline baseline_;
  double log_threshold_;
  Evidence evidence_;
  Recent recent_;
  Duration unit_length_;
  std::array<double, tilts> tilt_{};
  std::array<std::array<double, tilts>, sides> log_mean_{};  // log E exp(±tilt r)
  int64_t unit_ = -1;
  double count_ = 0, sum_ = 0,
         whole_sum_ = 0;    // of the open unit: residuals less their mean, clipped and whole
  double usual_count_ = 0;  // of a unit that has any
  bool changed_ = false, alarmed_ = false;
  Instant changed_at_;
};

}  // namespace foreshock::detect
