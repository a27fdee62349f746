#include "store/sum_columns.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "store/number_column.h"

namespace foreshock::store {
namespace sum_columns_impl {

constexpr int exact = 52, of_sums = 14;  // bits of mantissa
constexpr int of_told_sums = 11;

bool is_whole(double value) {
  return std::abs(value) < 1e15 && std::trunc(value) == value;
}

// What the sketch tells of the sum: with each value in the middle of its bin.
double sum_of(const Sketch& sketch) {
  double sum = 0;
  sketch.for_each([&](double value, double count) { sum += value * count; });
  return sum;
}
// In which the difference of a sum to TOLD is counted; NaN where that tells nothing.
double unit_of(double told) {
  return std::isnormal(told) ? std::ldexp(1, std::ilogb(told) - of_told_sums) : std::nan("");
}

// The difference of each sum to what its sketch tells. Nothing where the sketches do not tell it nearly, and
// where all are whole numbers, which stay exact.
std::optional<std::vector<double>> differences_of_sums(std::span<const Bucket> buckets,
                                                       std::span<const Bucket> as_read) {
  constexpr double most = (1 << of_told_sums) / 4;  // a quarter of what is told
  std::vector<double> differences;
  bool all_whole = true;
  for (size_t i = 0; i < buckets.size(); ++i) {
    const double told = sum_of(as_read[i].sketch);
    const double difference = std::round((buckets[i].sum - told) / unit_of(told));
    if (!(std::abs(difference) <= most)) return std::nullopt;
    all_whole = all_whole && is_whole(buckets[i].sum);
    differences.push_back(difference);
  }
  return all_whole ? std::nullopt : std::optional(std::move(differences));
}

enum class Bounds : uint64_t { positions = 0, whole_numbers = 1, of_the_sketch = 2 };

Bounds how_bounds_are_told(std::span<const Bucket> buckets, std::span<const Bucket> as_read) {
  if (std::all_of(buckets.begin(), buckets.end(),
                  [](const Bucket& b) { return is_whole(b.min) && is_whole(b.max); }))
    return Bounds::whole_numbers;
  for (size_t i = 0; i < buckets.size(); ++i) {
    const auto& bins = as_read[i].sketch.bins();
    if (bins.empty() || bins.front().position != Sketch::position_of(buckets[i].min) ||
        bins.back().position != Sketch::position_of(buckets[i].max))
      return Bounds::positions;
  }
  return Bounds::of_the_sketch;
}

// BUCKET has its sum. False where they are no numbers: with next to no count a mean can be beyond all.
bool set_bounds(Bucket& bucket, double lowest, double highest) {
  const double mean = bucket.sum / bucket.count;
  bucket.min = std::min(lowest, mean);
  bucket.max = std::max(highest, mean);
  return std::isfinite(bucket.min) && std::isfinite(bucket.max);
}

bool take_bounds_of_sketches(std::span<Bucket> buckets) {
  for (Bucket& bucket : buckets) {
    const auto& bins = bucket.sketch.bins();
    if (bins.empty()) return false;
    const double lowest = Sketch::value_at(bins.front().position);
    if (!set_bounds(bucket, lowest, bins.size() == 1 ? lowest : Sketch::value_at(bins.back().position)))
      return false;
  }
  return true;
}

}  // namespace sum_columns_impl

// 1 bit: whether they are told as differences to those of the sketches.
void put_sums(BitWriter& out, std::span<const Bucket> buckets, std::span<const Bucket> as_read) {
  using namespace sum_columns_impl;
  const auto differences = differences_of_sums(buckets, as_read);
  out.put(differences ? 1 : 0, 1);
  if (differences) return put_column(out, *differences, exact);
  put_column(out, buckets, of_sums, [](const Bucket& b) { return b.sum; });
}

bool take_sums(BitReader& in, BlockLayout layout, std::span<Bucket> buckets) {
  using namespace sum_columns_impl;
  const bool as_differences = layout == BlockLayout::second && in.take(1) == 1;
  std::vector<double> sums;
  if (!take_column(in, buckets.size(), sums)) return false;
  for (size_t i = 0; i < buckets.size(); ++i) {
    buckets[i].sum = sums[i];
    if (as_differences) {
      const double told = sum_of(buckets[i].sketch);
      buckets[i].sum = told + sums[i] * unit_of(told);
    }
    if (!std::isfinite(buckets[i].sum)) return false;
  }
  return true;
}

// 2 bits: whether they are the outermost bins of the sketches; else the minima, then how far above them the
// maxima are, as they are or as bins of a sketch.
void put_bounds(BitWriter& out, std::span<const Bucket> buckets, std::span<const Bucket> as_read) {
  using namespace sum_columns_impl;
  const Bounds told = how_bounds_are_told(buckets, as_read);
  out.put(static_cast<uint64_t>(told), 2);
  if (told == Bounds::of_the_sketch) return;
  const auto number_of = [&](double bound) {
    return told == Bounds::whole_numbers ? bound : Sketch::position_of(bound);
  };
  put_column(out, buckets, exact, [&](const Bucket& b) { return number_of(b.min); });
  put_column(out, buckets, exact, [&](const Bucket& b) { return number_of(b.max) - number_of(b.min); });
}

bool take_bounds(BitReader& in, BlockLayout layout, std::span<Bucket> buckets) {
  using namespace sum_columns_impl;
  const auto told = static_cast<Bounds>(in.take(layout == BlockLayout::first ? 1 : 2));
  if (told == Bounds::of_the_sketch) return take_bounds_of_sketches(buckets);
  std::vector<double> minima, spreads;
  if (!take_column(in, buckets.size(), minima) || !take_column(in, buckets.size(), spreads)) return false;
  for (size_t i = 0; i < buckets.size(); ++i) {
    const double lowest = minima[i], highest = minima[i] + spreads[i];
    if (told == Bounds::whole_numbers) {
      buckets[i].min = lowest;
      buckets[i].max = highest;
      if (!std::isfinite(highest)) return false;
      continue;
    }
    if (!(std::abs(lowest) <= Sketch::last_position && std::abs(highest) <= Sketch::last_position))
      return false;
    const auto bound_of = [](double number) { return Sketch::value_at(static_cast<int32_t>(number)); };
    if (!set_bounds(buckets[i], bound_of(lowest), bound_of(highest))) return false;
  }
  return true;
}

}  // namespace foreshock::store
