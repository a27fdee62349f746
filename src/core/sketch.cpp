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

void merge_into(std::vector<Sketch::Bin>& bins, const std::vector<Sketch::Bin>& others) {
  if (others.empty()) return;
  if (others.size() == 1) return add_to(bins, others[0].index, others[0].count);
  if (bins.empty()) {
    bins = others;
    return;
  }
  std::vector<Sketch::Bin> merged;
  merged.reserve(bins.size() + others.size());
  auto mine = bins.begin();
  for (const Sketch::Bin& other : others) {
    while (mine != bins.end() && mine->index < other.index) merged.push_back(*mine++);
    merged.push_back(other);
    if (mine != bins.end() && mine->index == other.index) merged.back().count += (mine++)->count;
  }
  merged.insert(merged.end(), mine, bins.end());
  bins = std::move(merged);
}

bool well_formed(const std::vector<Sketch::Bin>& bins) {
  for (size_t i = 0; i < bins.size(); ++i)
    if (!(bins[i].count > 0) || !std::isfinite(bins[i].count) ||
        (i > 0 && bins[i].index <= bins[i - 1].index))
      return false;
  return true;
}

}  // namespace sketch_impl

int32_t Sketch::position_of(double value) {
  const double magnitude = std::abs(value);
  if (magnitude < sketch_impl::smallest) return 0;
  const int32_t position = sketch_impl::index_of(magnitude) + position_offset;
  return value > 0 ? position : -position;
}

double Sketch::value_at(int32_t position) {
  if (position == 0) return 0;
  const double magnitude = sketch_impl::middle_of(std::abs(position) - position_offset);
  return position > 0 ? magnitude : -magnitude;
}

void Sketch::add(double value, double weight) {
  if (std::isfinite(value) && weight > 0) add_at(position_of(value), weight);
}

void Sketch::add_at(int32_t position, double weight) {
  count_ += weight;
  if (position == 0)
    zeros_ += weight;
  else
    sketch_impl::add_to(position > 0 ? positive_ : negative_, std::abs(position) - position_offset, weight);
}

void Sketch::merge(const Sketch& other) {
  sketch_impl::merge_into(positive_, other.positive_);
  sketch_impl::merge_into(negative_, other.negative_);
  zeros_ += other.zeros_;
  count_ += other.count_;
}

std::vector<Sketch::Cell> Sketch::cells() const {
  std::vector<Cell> cells;
  cells.reserve(positive_.size() + negative_.size() + (zeros_ > 0 ? 1 : 0));
  for (auto bin = negative_.rbegin(); bin != negative_.rend(); ++bin)
    cells.push_back({-bin->index - position_offset, bin->count});
  if (zeros_ > 0) cells.push_back({0, zeros_});
  for (const Bin& bin : positive_) cells.push_back({bin.index + position_offset, bin.count});
  return cells;
}

std::optional<Sketch> Sketch::from_cells(std::span<const Cell> cells) {
  Sketch sketch;
  size_t negative = 0;
  while (negative < cells.size() && cells[negative].position < 0) ++negative;
  sketch.negative_.reserve(negative);
  sketch.positive_.reserve(cells.size() - negative);
  for (size_t i = 0; i < cells.size(); ++i) {
    const auto [position, count] = cells[i];
    if (!(count > 0) || !std::isfinite(count) || (i > 0 && position <= cells[i - 1].position))
      return std::nullopt;
    sketch.count_ += count;
    if (position == 0) sketch.zeros_ = count;
    if (position > 0) sketch.positive_.push_back({position - position_offset, count});
    if (position < 0) sketch.negative_.push_back({-position - position_offset, count});
  }
  std::reverse(sketch.negative_.begin(), sketch.negative_.end());
  return sketch;
}

std::optional<double> Sketch::quantile(double q) const {
  if (empty()) return std::nullopt;
  const double rank = std::clamp(q, 0.0, 1.0) * std::max(count_ - 1, 0.0);
  double passed = 0;
  for (auto bin = negative_.rbegin(); bin != negative_.rend(); ++bin) {
    passed += bin->count;
    if (passed > rank) return value_at(-bin->index - position_offset);
  }
  passed += zeros_;
  if (passed > rank) return 0;
  for (const Bin& bin : positive_) {
    passed += bin.count;
    if (passed > rank) return value_at(bin.index + position_offset);
  }
  return positive_.empty() ? 0 : value_at(positive_.back().index + position_offset);
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
