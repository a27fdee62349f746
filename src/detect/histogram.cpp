#include "detect/histogram.h"

#include <algorithm>
#include <cmath>

namespace foreshock::detect {

void Histogram::add(double residual) {
  const double place = std::floor(residual / width_) + bins / 2;
  counts_[static_cast<size_t>(std::clamp(place, 0.0, bins - 1.0))] += 1;
  count_ += 1;
}

double Histogram::quantile(double q) const {
  double before = 0;
  for (size_t i = 0; i < bins; ++i) {
    const auto here = static_cast<double>(counts_[i]);
    if (here > 0 && before + here >= q * count_)
      return middle(i) + width_ * ((q * count_ - before) / here - 0.5);
    before += here;
  }
  return 0;
}

void Histogram::scale(double factor) {
  for (float& count : counts_) count *= static_cast<float>(factor);
  count_ *= factor;
}

}  // namespace foreshock::detect
