#include "store/sketch_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "store/number_column.h"

namespace foreshock::store {
namespace sketch_columns_impl {

constexpr int exact = 52;              // bits of mantissa
constexpr size_t most_bins = 100'000;  // in a sketch, so that damage cannot ask for all memory
constexpr int32_t last_int_position = 100'000;
constexpr double last_position = last_int_position;
constexpr size_t most_counts = 10'000'000;

std::optional<int32_t> to_position(double number) {
  if (!(std::abs(number) <= last_position)) return std::nullopt;
  return static_cast<int32_t>(number);
}

// By position, from the lowest to the highest in any bucket, the counts in all buckets; 0: no such bin. A
// position holds nearly the same from one hour to the next.
void put_as_table(BitWriter& out, const std::vector<Bucket>& buckets, int32_t lowest, int32_t width) {
  std::vector<double> counts(buckets.size() * static_cast<size_t>(width));
  for (size_t i = 0; i < buckets.size(); ++i)
    for (const auto& [position, count] : buckets[i].sketch.bins())
      counts[static_cast<size_t>(position - lowest) * buckets.size() + i] = count;
  put_column(out, std::array{static_cast<double>(lowest)}, exact);
  put_column(out, std::array{static_cast<double>(width)}, exact);
  put_column(out, counts, exact);
}

bool take_table(BitReader& in, std::span<Bucket> buckets) {
  std::vector<double> number, counts;
  if (!take_column(in, 1, number)) return false;
  const auto lowest = to_position(number[0]);
  if (!take_column(in, 1, number) || !lowest) return false;
  const auto width = to_position(number[0]);
  if (!width || *width < 0 || static_cast<size_t>(*width) * buckets.size() > most_counts) return false;
  if (!take_column(in, static_cast<size_t>(*width) * buckets.size(), counts)) return false;
  for (size_t i = 0; i < buckets.size(); ++i) {
    std::vector<Sketch::Bin> bins;
    for (int32_t place = 0; place < *width; ++place)
      if (const double count = counts[static_cast<size_t>(place) * buckets.size() + i]; count != 0)
        bins.push_back({*lowest + place, count});
    auto sketch = Sketch::from_bins(std::move(bins));
    if (!sketch) return false;
    buckets[i].sketch = std::move(*sketch);
  }
  return true;
}

// The lowest position and how many there are up to the highest; nothing when a list of bins takes less room.
std::optional<std::pair<int32_t, int32_t>> table_of(const std::vector<Bucket>& buckets) {
  int32_t lowest = last_int_position, highest = -last_int_position;
  size_t bins_in_all = 0;
  for (const Bucket& bucket : buckets) {
    if (bucket.sketch.empty()) continue;
    lowest = std::min(lowest, bucket.sketch.bins().front().position);
    highest = std::max(highest, bucket.sketch.bins().back().position);
    bins_in_all += bucket.sketch.bins().size();
  }
  const int64_t width = int64_t{highest} - lowest + 1;
  if (width <= 0 || static_cast<double>(width) * static_cast<double>(buckets.size()) >
                        3.0 * static_cast<double>(bins_in_all))
    return std::nullopt;
  return std::pair(lowest, static_cast<int32_t>(width));
}

}  // namespace sketch_columns_impl

// 1 bit: a table follows, else columns: bins of each bucket; of each bucket with bins the first position; of
// all others the step from the one before; counts of all.
void put_sketches(BitWriter& out, const std::vector<Bucket>& buckets) {
  using namespace sketch_columns_impl;
  const auto table = table_of(buckets);
  out.put(table ? 1 : 0, 1);
  if (table) return put_as_table(out, buckets, table->first, table->second);
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
  if (in.take(1) == 1) return take_table(in, buckets);
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
