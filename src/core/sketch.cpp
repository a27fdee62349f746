#include "core/sketch.h"

#include <algorithm>
#include <cmath>

namespace foreshock {
namespace sketch_impl {

constexpr double gamma = (1 + Sketch::relative_error) / (1 - Sketch::relative_error);
const double log_gamma = std::log(gamma);
constexpr double smallest = 1e-9;

int32_t index_of(double magnitude) {
  return static_cast<int32_t>(std::ceil(std::log(magnitude) / log_gamma));
}

// The middle of each bin up to 1e200, what the store takes at most: a power costs as much as twenty look-ups.
double middle_of(int32_t index) {
  constexpr int32_t lowest = -1100, highest = 24'000;
  static const std::vector<double> middles = [] {
    std::vector<double> out;
    for (int32_t i = lowest; i <= highest; ++i) out.push_back(2 * std::pow(gamma, i) / (gamma + 1));
    return out;
  }();
  if (index >= lowest && index <= highest) return middles[static_cast<size_t>(index - lowest)];
  return std::pow(gamma, index - 1) * (2 * gamma / (gamma + 1));  // finite for the largest double too
}

bool lies_before(const Sketch::Bin& bin, int32_t position) {
  return bin.position < position;
}

}  // namespace sketch_impl

int32_t Sketch::position_of(double value) {
  const double magnitude = std::abs(value);
  if (magnitude < sketch_impl::smallest) return 0;
  const int32_t position = sketch_impl::index_of(magnitude) + index_offset;
  return value > 0 ? position : -position;
}

double Sketch::value_at(int32_t position) {
  if (position == 0) return 0;
  const double magnitude = sketch_impl::middle_of(std::abs(position) - index_offset);
  return position > 0 ? magnitude : -magnitude;
}

void Sketch::add(double value, double weight) {
  if (std::isfinite(value) && weight > 0) add_at(position_of(value), weight);
}

void Sketch::add_at(int32_t position, double weight) {
  count_ += weight;
  const auto at = std::lower_bound(bins_.begin(), bins_.end(), position, sketch_impl::lies_before);
  if (at != bins_.end() && at->position == position)
    at->count += weight;
  else
    bins_.insert(at, Bin{position, weight});
}

void Sketch::merge(const Sketch& other) {
  if (bins_.empty() || other.bins_.size() <= 1) {
    if (bins_.empty())
      *this = other;
    else if (!other.empty())
      add_at(other.bins_[0].position, other.count_);
    return;
  }
  std::vector<Bin> merged;
  merged.reserve(bins_.size() + other.bins_.size());
  auto mine = bins_.begin();
  for (const Bin& bin : other.bins_) {
    for (; mine != bins_.end() && mine->position < bin.position; ++mine) merged.push_back(*mine);
    merged.push_back(bin);
    if (mine != bins_.end() && mine->position == bin.position) merged.back().count += (mine++)->count;
  }
  merged.insert(merged.end(), mine, bins_.end());
  bins_ = std::move(merged);
  count_ += other.count_;
}

std::optional<double> Sketch::quantile(double q) const {
  if (empty()) return std::nullopt;
  const double rank = std::clamp(q, 0.0, 1.0) * std::max(count_ - 1, 0.0);
  double passed = 0;
  for (const Bin& bin : bins_) {
    passed += bin.count;
    if (passed > rank) return value_at(bin.position);
  }
  return value_at(bins_.back().position);
}

std::optional<Sketch> Sketch::from_bins(std::vector<Bin> bins) {
  Sketch sketch;
  for (size_t i = 0; i < bins.size(); ++i) {
    if (!(bins[i].count > 0) || bins[i].position < -last_position || bins[i].position > last_position)
      return std::nullopt;
    if (i > 0 && bins[i].position <= bins[i - 1].position) return std::nullopt;
    sketch.count_ += bins[i].count;
  }
  if (!std::isfinite(sketch.count_)) return std::nullopt;
  sketch.bins_ = std::move(bins);
  return sketch;
}

}  // namespace foreshock
