// The nine quantiles of sketch_columns.h.
#include <cmath>

#include "store/number_column.h"
#include "store/sketch_columns.h"

namespace foreshock::store {
namespace quantile_columns_impl {

constexpr int exact = 52;                  // bits of mantissa
constexpr double last_position = 100'000;  // of a sketch's bins
constexpr double slack = 1e-9;             // of ranks that are no whole numbers

struct Columns {
  std::vector<double> missing;  // of each bucket: its count less that of its sketch
  std::vector<double> firsts;   // of each bucket with a sketch: position of the first quantile
  std::vector<double> steps;    // of each other quantile: position after the one before; 0: the same bin
  // Of each bin that holds a quantile, the first whose rank it holds being r: how far below floor(r) it
  // begins, and how much it holds.
  std::vector<double> leads, masses;
};

double rank_of(size_t quantile, double count) {
  return std::floor(kept_quantiles[quantile] * std::max(count - 1, 0.0));
}

void add(Columns& columns, const Bucket& bucket) {
  const Sketch& sketch = bucket.sketch;
  columns.missing.push_back(bucket.count - sketch.count());
  if (sketch.empty()) return;
  const auto& bins = sketch.bins();
  size_t at = 0;
  double below = 0;
  std::optional<size_t> before;
  for (size_t quantile = 0; quantile < kept_quantiles.size(); ++quantile) {
    const double rank = kept_quantiles[quantile] * std::max(sketch.count() - 1, 0.0);
    while (at + 1 < bins.size() && below + bins[at].count <= rank) below += bins[at++].count;
    if (!before)
      columns.firsts.push_back(bins[at].position);
    else
      columns.steps.push_back(bins[at].position - bins[*before].position);
    if (before == at) continue;
    columns.masses.push_back(bins[at].count);
    if (bins[at].count != 1) columns.leads.push_back(rank_of(quantile, sketch.count()) - below);
    before = at;
  }
}

// Rebuilds sketches from columns.
class Rebuilder {
 public:
  explicit Rebuilder(const Columns& columns) : columns_(columns) {}

  // Of the next bucket, whose sketch holds COUNT.
  std::optional<Sketch> next(double count) {
    bins_.clear();
    if (!(count > 0)) return Sketch{};
    double position = columns_.firsts[first_++], passed = 0;
    for (size_t quantile = 0; quantile < kept_quantiles.size(); ++quantile) {
      const double step = quantile == 0 ? 0 : columns_.steps[step_++];
      if (quantile > 0 && step == 0) continue;
      position += step;
      if (bin_ >= columns_.masses.size() || !(std::abs(position) <= last_position)) return std::nullopt;
      const double mass = columns_.masses[bin_++];
      const double below = rank_of(quantile, count) - (mass != 1 ? columns_.leads[lead_++] : 0);
      add_between(static_cast<int32_t>(position), below - passed);
      bins_.push_back({static_cast<int32_t>(position), mass});
      passed = below + mass;
    }
    if (count - passed > slack * count) bins_.push_back({bins_.back().position + 1, count - passed});
    return Sketch::from_bins(bins_);
  }

 private:
  // MASS that lies somewhere between the last bin and the one at NEXT.
  void add_between(int32_t next, double mass) {
    if (!(mass > slack)) return;
    const int32_t after = bins_.empty() ? next - 2 : bins_.back().position;
    if (next - after >= 2)
      bins_.push_back({after + (next - after) / 2, mass});
    else
      bins_.back().count += mass;
  }

  const Columns& columns_;
  size_t first_ = 0, step_ = 0, bin_ = 0, lead_ = 0;
  std::vector<Sketch::Bin> bins_;
};

}  // namespace quantile_columns_impl

void put_quantiles(BitWriter& out, const std::vector<Bucket>& buckets) {
  using namespace quantile_columns_impl;
  Columns columns;
  for (const Bucket& bucket : buckets) add(columns, bucket);
  put_column(out, columns.missing, exact);
  put_column(out, columns.firsts, exact);
  put_column(out, columns.steps, exact);
  put_column(out, columns.masses, exact);
  put_column(out, columns.leads, exact);
}

bool take_quantiles(BitReader& in, std::span<Bucket> buckets) {
  using namespace quantile_columns_impl;
  Columns columns;
  if (!take_column(in, buckets.size(), columns.missing)) return false;
  size_t with_sketch = 0;
  for (size_t i = 0; i < buckets.size(); ++i) with_sketch += buckets[i].count > columns.missing[i] ? 1 : 0;
  if (!take_column(in, with_sketch, columns.firsts) ||
      !take_column(in, with_sketch * (kept_quantiles.size() - 1), columns.steps))
    return false;
  size_t bins = with_sketch;
  for (double step : columns.steps) bins += step != 0 ? 1 : 0;
  if (!take_column(in, bins, columns.masses)) return false;
  size_t several = 0;
  for (double mass : columns.masses) several += mass != 1 ? 1 : 0;
  if (!take_column(in, several, columns.leads)) return false;
  Rebuilder rebuilder(columns);
  for (size_t i = 0; i < buckets.size(); ++i) {
    auto sketch = rebuilder.next(buckets[i].count - columns.missing[i]);
    if (!sketch) return false;
    buckets[i].sketch = std::move(*sketch);
  }
  return true;
}

}  // namespace foreshock::store
