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

// The middle of the bin, in the sense that both borders are equally far away relatively.
double value_of(int32_t index) {
  return 2 * std::pow(gamma, index) / (gamma + 1);
}

void add_to(std::vector<Sketch::Bin>& bins, int32_t index, double weight) {
  const auto at = std::lower_bound(bins.begin(), bins.end(), index,
                                   [](const Sketch::Bin& bin, int32_t i) { return bin.index < i; });
  if (at != bins.end() && at->index == index)
    at->count += weight;
  else
    bins.insert(at, Sketch::Bin{index, weight});
}

bool well_formed(const std::vector<Sketch::Bin>& bins) {
  for (size_t i = 0; i < bins.size(); ++i)
    if (!(bins[i].count > 0) || !std::isfinite(bins[i].count) ||
        (i > 0 && bins[i].index <= bins[i - 1].index))
      return false;
  return true;
}

}  // namespace sketch_impl

double Sketch::value_of(int32_t index) {
  return 2 * std::pow(sketch_impl::gamma, index) / (sketch_impl::gamma + 1);
}

void Sketch::add(double value, double weight) {
  if (!std::isfinite(value) || !(weight > 0)) return;
  count_ += weight;
  const double magnitude = std::abs(value);
  if (magnitude < sketch_impl::smallest)
    zeros_ += weight;
  else
    sketch_impl::add_to(value > 0 ? positive_ : negative_, sketch_impl::index_of(magnitude), weight);
}

void Sketch::merge(const Sketch& other) {
  for (const Bin& bin : other.positive_) sketch_impl::add_to(positive_, bin.index, bin.count);
  for (const Bin& bin : other.negative_) sketch_impl::add_to(negative_, bin.index, bin.count);
  zeros_ += other.zeros_;
  count_ += other.count_;
}

std::optional<double> Sketch::quantile(double q) const {
  if (empty()) return std::nullopt;
  const double rank = std::clamp(q, 0.0, 1.0) * std::max(count_ - 1, 0.0);
  double passed = 0;
  for (auto bin = negative_.rbegin(); bin != negative_.rend(); ++bin) {
    passed += bin->count;
    if (passed > rank) return -value_of(bin->index);
  }
  passed += zeros_;
  if (passed > rank) return 0;
  for (const Bin& bin : positive_) {
    passed += bin.count;
    if (passed > rank) return value_of(bin.index);
  }
  return positive_.empty() ? 0 : value_of(positive_.back().index);
}

std::optional<Sketch> Sketch::from_parts(std::vector<Bin> positive, std::vector<Bin> negative, double zeros) {
  if (!sketch_impl::well_formed(positive) || !sketch_impl::well_formed(negative) || !(zeros >= 0))
    return std::nullopt;
  Sketch sketch;
  sketch.positive_ = std::move(positive);
  sketch.negative_ = std::move(negative);
  sketch.zeros_ = zeros;
  sketch.count_ = zeros;
  for (const auto* bins : {&sketch.positive_, &sketch.negative_})
    for (const Bin& bin : *bins) sketch.count_ += bin.count;
  return sketch;
}

}  // namespace foreshock
