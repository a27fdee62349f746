#include "detect/evidence.h"

#include <algorithm>
#include <cmath>

namespace foreshock::detect {
namespace evidence_impl {

constexpr double most = 1e200;  // far above any threshold, far below infinity

}  // namespace evidence_impl

void Evidence::add(std::span<const double> log_ratios, Instant begin, double count, double sum) {
  used_ = std::min(log_ratios.size(), most_alternatives);
  for (size_t k = 0; k < used_; ++k) {
    Alternative& one = alternatives_[k];
    one.evidence = std::min(evidence_impl::most, (1 + one.evidence) * std::exp(log_ratios[k]));
    if (one.log_cusum <= 0) one.since = {begin, 0, 0, 0};
    one.log_cusum = std::max(0.0, one.log_cusum + log_ratios[k]);
    one.since.units += 1;
    one.since.count += count;
    one.since.sum += sum;
  }
}

double Evidence::mean() const {
  double sum = 0;
  for (size_t k = 0; k < used_; ++k) sum += alternatives_[k].evidence;
  return used_ == 0 ? 0 : sum / static_cast<double>(used_);
}

size_t Evidence::best() const {
  size_t best = 0;
  for (size_t k = 1; k < used_; ++k)
    if (alternatives_[k].log_cusum > alternatives_[best].log_cusum) best = k;
  return best;
}

const Evidence::Since& Evidence::since() const {
  return alternatives_[best()].since;
}

}  // namespace foreshock::detect
