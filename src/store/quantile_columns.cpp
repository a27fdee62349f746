// The nine quantiles of sketch_columns.h.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "store/number_column.h"
#include "store/sketch_columns.h"

namespace foreshock::store {
namespace quantile_columns_impl {

constexpr int exact = 52;  // bits of mantissa
constexpr double last_position = Sketch::last_position;
constexpr double slack = 1e-9;    // of ranks that are no whole numbers
constexpr int bits_of_size = 20;  // of a column whose size follows from nothing else

struct Columns {
  bool whole = false;  // whether all counts are whole numbers: then ranks tell which quantiles share a bin
  std::vector<double> missing;  // of each bucket: its count less that of its sketch
  std::vector<double> firsts;   // of each bucket with a sketch: position of the first quantile
  // Of each bin that holds a quantile, the first whose rank it holds being r: how much it holds and, unless
  // that is 1, how far below floor(r) it begins.
  std::vector<double> masses, leads;
  std::vector<double>
      steps;  // to each such bin from the one before; unless whole 0 for quantiles that share one
  // Of each bucket with a sketch, if whole only where something lies outside the quantiles: how many
  // positions the first quantile is above the lowest bin, and the last below the highest.
  std::vector<double> bottoms, tops;
};

double rank_of(size_t quantile, double count) {
  return std::floor(kept_quantiles[quantile] * std::max(count - 1, 0.0));
}

bool holds_whole_counts(const Bucket& bucket) {
  const auto& bins = bucket.sketch.bins();
  return std::trunc(bucket.count) == bucket.count &&
         std::all_of(bins.begin(), bins.end(),
                     [](const auto& bin) { return std::trunc(bin.count) == bin.count; });
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
    if (!before) {
      columns.firsts.push_back(bins[at].position);
      if (!columns.whole || below > 0) columns.bottoms.push_back(bins[at].position - bins.front().position);
    } else if (!columns.whole || at != before) {
      columns.steps.push_back(bins[at].position - bins[*before].position);
    }
    if (before == at) continue;
    columns.masses.push_back(bins[at].count);
    if (bins[at].count != 1) columns.leads.push_back(rank_of(quantile, sketch.count()) - below);
    before = at;
  }
  if (!columns.whole || at + 1 < bins.size())
    columns.tops.push_back(bins.back().position - bins[at].position);
}

// The numbers of a column one after the other; behind the last, zeros and failed().
class Numbers {
 public:
  explicit Numbers(const std::vector<double>& numbers) : numbers_(numbers) {}
  double next() { return at_++ < numbers_.size() ? numbers_[at_ - 1] : 0; }
  bool failed() const { return at_ > numbers_.size(); }

 private:
  const std::vector<double>& numbers_;
  size_t at_ = 0;
};

// Rebuilds sketches from columns.
class Rebuilder {
 public:
  explicit Rebuilder(const Columns& columns)
      : whole_(columns.whole),
        firsts_(columns.firsts),
        masses_(columns.masses),
        leads_(columns.leads),
        steps_(columns.steps),
        bottoms_(columns.bottoms),
        tops_(columns.tops) {}

  // Of the next bucket, whose sketch holds COUNT.
  std::optional<Sketch> next(double count) {
    used_ = 0;
    passed_ = 0;
    if (!(count > 0)) return Sketch{};
    double position = firsts_.next();
    for (size_t quantile = 0; quantile < kept_quantiles.size(); ++quantile) {
      const double rank = rank_of(quantile, count);
      if (quantile > 0) {
        if (whole_ && rank < passed_) continue;
        const double step = steps_.next();
        if (step == 0) continue;
        position += step;
      }
      if (!(std::abs(position) <= last_position) || masses_.failed()) return std::nullopt;
      add_quantile(static_cast<int32_t>(position), rank);
    }
    add_highest(count - passed_, slack * count);
    if (firsts_.failed() || masses_.failed() || leads_.failed() || steps_.failed() || bottoms_.failed() ||
        tops_.failed())
      return std::nullopt;
    return Sketch::from_bins({bins_.begin(), bins_.begin() + used_});
  }

 private:
  void add_quantile(int32_t position, double rank) {
    const double mass = masses_.next();
    const double below = rank - (mass != 1 ? leads_.next() : 0);
    if (used_ == 0) add_lowest(position, below);
    add_between(position, below - passed_);
    add(position, mass);
    passed_ = below + mass;
  }
  // MASS below the first quantile, at POSITION: one stands at the lowest bin.
  void add_lowest(int32_t position, double mass) {
    const bool told = !whole_ || mass > 0;
    const double step = told ? bottoms_.next() : 0;
    if (!(mass > slack && step > 0 && step <= 2 * last_position)) return;
    passed_ = std::min(mass, 1.0);
    add(position - static_cast<int32_t>(step), passed_);
  }
  // MASS above the last quantile: one stands at the highest bin.
  void add_highest(double mass, double least) {
    const bool told = !whole_ || mass > 0;
    const double step = told ? tops_.next() : 0;
    if (!(mass > least && step > 0 && step <= 2 * last_position)) return;
    const int32_t position = last().position + static_cast<int32_t>(step);
    const double outermost = std::min(mass, 1.0);
    add_between(position, mass - outermost);
    add(position, outermost);
  }
  // MASS that lies somewhere between the last bin and the one at NEXT.
  void add_between(int32_t next, double mass) {
    if (!(mass > slack) || used_ == 0) return;
    const int32_t after = last().position;
    if (next - after >= 2)
      add(after + (next - after) / 2, mass);
    else
      last().count += mass;
  }
  Sketch::Bin& last() { return bins_[static_cast<size_t>(used_ - 1)]; }
  void add(int32_t position, double count) { bins_[static_cast<size_t>(used_++)] = {position, count}; }

  bool whole_;
  Numbers firsts_, masses_, leads_, steps_, bottoms_, tops_;
  double passed_ = 0;
  std::array<Sketch::Bin, 2 * kept_quantiles.size() + 3>
      bins_{};  // the quantiles, what lies between and outside
  ptrdiff_t used_ = 0;
};

bool rebuild(const Columns& columns, std::span<Bucket> buckets) {
  Rebuilder rebuilder(columns);
  for (size_t i = 0; i < buckets.size(); ++i) {
    auto sketch = rebuilder.next(buckets[i].count - columns.missing[i]);
    if (!sketch) return false;
    buckets[i].sketch = std::move(*sketch);
  }
  return true;
}

void put_sized(BitWriter& out, const std::vector<double>& column) {
  out.put(column.size(), bits_of_size);
  put_column(out, column, exact);
}
bool take_sized(BitReader& in, std::vector<double>& column) {
  return take_column(in, in.take(bits_of_size), column);
}

size_t other_than(const std::vector<double>& column, double number) {
  return column.size() - static_cast<size_t>(std::count(column.begin(), column.end(), number));
}

// In the first layout nothing is told of the outermost bins.
bool take_first_layout(BitReader& in, size_t with_sketch, Columns& columns) {
  if (!take_column(in, with_sketch, columns.firsts) ||
      !take_column(in, with_sketch * (kept_quantiles.size() - 1), columns.steps) ||
      !take_column(in, with_sketch + other_than(columns.steps, 0), columns.masses) ||
      !take_column(in, other_than(columns.masses, 1), columns.leads))
    return false;
  columns.bottoms.assign(with_sketch, 2);
  columns.tops.assign(with_sketch, 1);
  return true;
}

bool take_second_layout(BitReader& in, size_t with_sketch, Columns& columns) {
  columns.whole = in.take(1) == 1;
  return take_column(in, with_sketch, columns.firsts) && take_sized(in, columns.masses) &&
         take_column(in, other_than(columns.masses, 1), columns.leads) && take_sized(in, columns.steps) &&
         take_sized(in, columns.bottoms) && take_sized(in, columns.tops);
}

}  // namespace quantile_columns_impl

void put_quantiles(BitWriter& out, std::span<Bucket> buckets) {
  using namespace quantile_columns_impl;
  Columns columns;
  columns.whole = std::all_of(buckets.begin(), buckets.end(), holds_whole_counts);
  for (const Bucket& bucket : buckets) add(columns, bucket);
  put_column(out, columns.missing, exact);
  out.put(columns.whole ? 1 : 0, 1);
  put_column(out, columns.firsts, exact);
  put_sized(out, columns.masses);
  put_column(out, columns.leads, exact);
  for (const auto* column : {&columns.steps, &columns.bottoms, &columns.tops}) put_sized(out, *column);
  rebuild(columns, buckets);
}

bool take_quantiles(BitReader& in, BlockLayout layout, std::span<Bucket> buckets) {
  using namespace quantile_columns_impl;
  Columns columns;
  if (!take_column(in, buckets.size(), columns.missing)) return false;
  size_t with_sketch = 0;
  for (size_t i = 0; i < buckets.size(); ++i) with_sketch += buckets[i].count > columns.missing[i] ? 1 : 0;
  const bool taken = layout == BlockLayout::first ? take_first_layout(in, with_sketch, columns)
                                                  : take_second_layout(in, with_sketch, columns);
  return taken && rebuild(columns, buckets);
}

}  // namespace foreshock::store
