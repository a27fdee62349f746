#include "store/sketch_columns.h"

#include <algorithm>
#include <cmath>

#include "store/number_column.h"

namespace foreshock::store {
namespace sketch_columns_impl {

constexpr int exact = 52;              // bits of mantissa
constexpr size_t most_bins = 100'000;  // in a sketch, so that damage cannot ask for all memory
constexpr double last_position = 100'000;

std::optional<int32_t> to_position(double number) {
  if (!(std::abs(number) <= last_position)) return std::nullopt;
  return static_cast<int32_t>(number);
}

}  // namespace sketch_columns_impl

// Columns: bins of each bucket; of each bucket with bins the first position; of all others the step from
// the one before; counts of all.
void put_sketches(BitWriter& out, const std::vector<Bucket>& buckets) {
  using namespace sketch_columns_impl;
  std::vector<double> sizes, firsts, steps, counts;
  for (const Bucket& bucket : buckets) {
    const auto& bins = bucket.sketch.bins();
    sizes.push_back(static_cast<double>(bins.size()));
    for (size_t i = 0; i < bins.size(); ++i) {
      if (i == 0)
        firsts.push_back(bins[i].position);
      else
        steps.push_back(bins[i].position - bins[i - 1].position);
      counts.push_back(bins[i].count);
    }
  }
  put_column(out, sizes, exact);
  put_column(out, firsts, exact);
  put_column(out, steps, exact);
  put_column(out, counts, exact);
}

bool take_sketches(BitReader& in, std::span<Bucket> buckets) {
  using namespace sketch_columns_impl;
  std::vector<double> sizes, firsts, steps, counts;
  if (!take_column(in, buckets.size(), sizes)) return false;
  size_t bins_in_all = 0, with_bins = 0;
  for (double size : sizes) {
    if (!(size >= 0 && size <= most_bins) || std::trunc(size) != size) return false;
    bins_in_all += static_cast<size_t>(size);
    with_bins += size > 0 ? 1 : 0;
  }
  if (!take_column(in, with_bins, firsts) || !take_column(in, bins_in_all - with_bins, steps) ||
      !take_column(in, bins_in_all, counts))
    return false;
  auto first = firsts.begin(), step = steps.begin(), count = counts.begin();
  std::vector<Sketch::Bin> bins;
  for (size_t i = 0; i < buckets.size(); ++i) {
    bins.clear();
    double position = 0;
    for (size_t left = static_cast<size_t>(sizes[i]); left > 0; --left) {
      position = bins.empty() ? *first++ : position + *step++;
      const auto known = to_position(position);
      if (!known) return false;
      bins.push_back({*known, *count++});
    }
    auto sketch = Sketch::from_bins(bins);
    if (!sketch) return false;
    buckets[i].sketch = std::move(*sketch);
  }
  return true;
}

}  // namespace foreshock::store
