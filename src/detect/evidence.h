#pragma once
// Evidence for a change, gathered one unit at a time.
#include <array>
#include <span>

#include "core/instant.h"

namespace foreshock::detect {

// A Shiryaev-Roberts e-detector over a few alternatives: R_k <- (1 + R_k) LR_k, and their mean is compared
// with a threshold. Where the likelihood ratios have mean 1 or less while nothing has changed, the mean
// number of units to a false alarm is at least the threshold, however often one looks (E[R_n] <= n). Beside
// it runs a CUSUM of each alternative, which says since when the change is there (Page 1954). About 10 ns an
// alternative.
class Evidence {
 public:
  static constexpr size_t most_alternatives = 10;

  // What was seen since the change that an alternative speaks of.
  struct Since {
    Instant begin;
    double units = 0, count = 0, sum = 0;
  };

  // LOG_RATIOS: of each alternative, for this unit. COUNT values that add up to SUM make the unit.
  void add(std::span<const double> log_ratios, Instant begin, double count, double sum);
  double mean() const;
  // Of the alternative that explains best.
  const Since& since() const;
  size_t best() const;
  void clear() { *this = {}; }

 private:
  struct Alternative {
    double evidence = 0, log_cusum = 0;
    Since since;
  };
  std::array<Alternative, most_alternatives> alternatives_{};
  size_t used_ = 0;
};

}  // namespace foreshock::detect
