#pragma once
// How much more the means of blocks of time vary than independent values would.
#include <array>

#include "core/instant.h"

namespace foreshock::detect {

// Requests that run together are slow together. The variance of a block's mean is s²/n + c: values that are
// independent have c = 0. Estimated by moments over blocks of one unit (10 s), of
// sixty and of 360.
class BlockVariance {
 public:
  static constexpr std::array<int64_t, 3> lengths = {1, 60, 360};  // units
  static constexpr size_t slice = 0, block = 1;

  explicit BlockVariance(Duration unit) : unit_(unit) {}

  void add(double residual, Instant at);
  // c of blocks of lengths[LENGTH], when single values have VARIANCE. Until enough was learnt: a tenth of it
  // for a unit, and less for longer blocks by the fourth root of their length.
  double excess(size_t length, double variance) const;
  // The variance of the mean of all that was seen, beyond that of independent values.
  double variance_of_mean(double variance) const;
  // By what factor evidence from slices of COUNT values each overstates what they tell together, at least 1.
  double overstatement(double count, double variance) const;
  // Blocks of all lengths are known.
  bool known() const;
  void clear() { all_ = {}; }

 private:
  struct Blocks {
    int64_t number = -1;
    double count = 0, sum = 0;  // of the open block
    double weight = 0, weighted_squares = 0,
           blocks = 0;  // of those that are closed, weighted by their counts
  };
  Duration unit_;
  std::array<Blocks, lengths.size()> all_{};
};

}  // namespace foreshock::detect
