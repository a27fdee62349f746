#pragma once
// What a series usually is at an hour of the day, on working days and on weekends.
#include <array>

#include "core/instant.h"

namespace foreshock::detect {

// Means by hour (UTC; Saturday and Sunday apart), each drawn towards the mean of all by as much as its few
// values leave open; between two hours' middles it is linear.
class Season {
 public:
  void learn(double x, Instant at);
  // Takes what was learnt into use.
  void refresh();
  // At that minute, as of the last refresh(). Costs a comparison while the minute stays the same.
  double usual(Instant at) const;
  // What was learnt counts for FACTOR of what it did.
  void forget(double factor);
  double count() const { return count_; }

 private:
  static constexpr size_t hours = 48;
  struct Cell {
    double count = 0, sum = 0;
  };
  static size_t cell_of(int64_t hour);
  double usual_at(Instant minute) const;

  std::array<Cell, hours> cells_{};
  std::array<double, hours> usual_{};
  double count_ = 0, sum_ = 0;
  mutable Instant minute_{-std::chrono::hours(1)};  // of the value that was asked for last
  mutable double usual_now_ = 0;
};

}  // namespace foreshock::detect
