#include "detect/block_variance.h"

#include <algorithm>
#include <cmath>

namespace foreshock::detect {
namespace block_variance_impl {

constexpr double fewest_blocks = 12;
constexpr double when_unknown = 0.1;  // c of a unit, as a part of the variance, until there are enough

}  // namespace block_variance_impl

void BlockVariance::add(double residual, Instant at) {
  for (size_t i = 0; i < lengths.size(); ++i) {
    Blocks& blocks = all_[i];
    const int64_t number = at.time_since_epoch() / (unit_ * lengths[i]);
    if (number != blocks.number) {
      if (blocks.count > 0) {
        blocks.weight += blocks.count;
        blocks.weighted_squares += blocks.sum * blocks.sum / blocks.count;
        blocks.blocks += 1;
      }
      blocks.number = number;
      blocks.count = blocks.sum = 0;
    }
    blocks.count += 1;
    blocks.sum += residual;
  }
}

double BlockVariance::excess(size_t length, double variance) const {
  using namespace block_variance_impl;
  const Blocks& blocks = all_[length];
  if (blocks.blocks < fewest_blocks)
    return when_unknown * variance / std::pow(static_cast<double>(lengths[length]), 0.25);
  // Σ n m² = Σ n (s²/n + c) = blocks · s² + weight · c
  return std::max(0.0, (blocks.weighted_squares - blocks.blocks * variance) / blocks.weight);
}

bool BlockVariance::known() const {
  return all_.back().blocks >= block_variance_impl::fewest_blocks;
}

double BlockVariance::variance_of_mean(double variance) const {
  double most = 0;
  for (size_t i = 0; i < lengths.size(); ++i)
    most = std::max(most, excess(i, variance) / std::max(1.0, all_[i].blocks));
  return most;
}

double BlockVariance::overstatement(double count, double variance) const {
  if (count <= 0 || variance <= 0) return 1;
  const double of_slice = variance / count + excess(slice, variance);
  double factor = 1;
  for (size_t i = 1; i < lengths.size(); ++i) {
    const auto slices = static_cast<double>(lengths[i]);
    const double of_block = variance / (count * slices) + excess(i, variance);
    factor = std::max(factor, of_block / (of_slice / slices));
  }
  return factor;
}

}  // namespace foreshock::detect
