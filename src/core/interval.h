#pragma once
// An estimate with its uncertainty.

namespace foreshock {

// value, with low <= value <= high holding at the given level (0.95 unless told).
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
  double level = 0.95;
};

}  // namespace foreshock
