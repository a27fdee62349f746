#pragma once
// When the requests of an open loop begin.
#include <cmath>
#include <cstdint>
#include <random>

#include "core/instant.h"

namespace foreshock::bench {

// A Poisson process: offsets from the start, each from the one before and never from now, so that a late
// request does not push back those after it. The same on every machine for the same SEED. RATE, a second, is
// positive.
class PoissonArrivals {
 public:
  PoissonArrivals(double rate, int64_t seed) : rate_(rate), random_(static_cast<uint64_t>(seed)) {}

  Duration next() {
    const double uniform = (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53;
    at_ += -std::log(uniform) / rate_;
    return from_seconds(at_);
  }

 private:
  double rate_;
  std::mt19937_64 random_;
  double at_ = 0;  // s
};

}  // namespace foreshock::bench
