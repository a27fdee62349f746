#pragma once
// How far a series is from what it usually is.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/instant.h"
#include "core/series.h"

namespace foreshock {

// In the measure in which changes of the signal are compared: the logarithm of a factor, or a difference.
struct Shift {
  double mean = 0;
  double error = 0;    // standard error of the mean, dependence allowed for
  double count = 0;    // requests or readings
  double matters = 0;  // the smallest one that counts
};

enum class Standing : unsigned char { unknown, steady, rose, fell };
constexpr std::string_view name_of(Standing standing) {
  constexpr std::string_view names[] = {"unknown", "steady", "rose", "fell"};
  return names[static_cast<size_t>(standing)];
}

// rose and fell: by more than half of what matters and three standard errors; steady: surely by less than
// what matters; else unknown.
Standing standing_of(const Shift& shift);

// What every watched series does, for those who explain and judge.
class ShiftBook {
 public:
  virtual ~ShiftBook() = default;
  // Between FROM and TO (whole grains of what is kept: minutes, of the last four hours). Nothing: not
  // watched, or not known yet what is usual.
  virtual std::optional<Shift> shift(const SeriesKey& key, Instant from, Instant to) const = 0;
  // What it usually is at AT, and what that is when it is shifted by MEASURE, in the unit of the signal.
  virtual double usual(const SeriesKey& key, Instant at) const = 0;
  virtual double moved(const SeriesKey& key, double usual, double measure) const = 0;
  // The values of DIMENSION that were seen.
  virtual std::vector<std::string> values_of(std::string_view dimension) const = 0;
};

}  // namespace foreshock
