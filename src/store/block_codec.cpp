#include "store/block_codec.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "store/number_column.h"
#include "store/sketch_columns.h"
#include "store/zstd_frame.h"

namespace foreshock::store {
namespace block_codec_impl {

// The first byte of a body. What follows it is bits, or a zstd frame of them where that is much smaller.
// Those of the first layout are only read.
constexpr char plain_1 = 1, packed_1 = 2, plain = 3, packed = 4;
constexpr size_t worth_packing = 80;       // percent: unpacking is half the cost of reading
constexpr uint64_t most_buckets = 10'000;  // so that damage cannot ask for all memory
constexpr size_t longest = 64'000'000;     // bytes of a body's bits

enum class Sketches : uint64_t { none = 0, whole = 1, quantiles = 2 };

constexpr double last_position = 1e6;    // of a bin
constexpr int exact = 52, of_sums = 14;  // bits of mantissa
constexpr int of_told_sums = 11;

template <class Get>
void put_numbers(BitWriter& out, std::span<const Bucket> buckets, int mantissa, Get&& get) {
  std::vector<double> numbers;
  numbers.reserve(buckets.size());
  for (const Bucket& bucket : buckets) numbers.push_back(get(bucket));
  put_column(out, numbers, mantissa);
}

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

// 1 bit: whether they are told as differences to those of the sketches.
void put_sums(BitWriter& out, std::span<const Bucket> buckets, std::span<const Bucket> as_read) {
  const auto differences = differences_of_sums(buckets, as_read);
  out.put(differences ? 1 : 0, 1);
  if (differences) return put_column(out, *differences, exact);
  put_numbers(out, buckets, of_sums, [](const Bucket& b) { return b.sum; });
}

bool take_sums(BitReader& in, BlockLayout layout, std::span<Bucket> buckets) {
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

// 2 bits: whether they are the outermost bins of the sketches; else the minima, then how far above them the
// maxima are, as they are or as bins of a sketch.
void put_bounds(BitWriter& out, std::span<const Bucket> buckets, std::span<const Bucket> as_read) {
  const Bounds told = how_bounds_are_told(buckets, as_read);
  out.put(static_cast<uint64_t>(told), 2);
  if (told == Bounds::of_the_sketch) return;
  const auto number_of = [&](double bound) {
    return told == Bounds::whole_numbers ? bound : Sketch::position_of(bound);
  };
  put_numbers(out, buckets, exact, [&](const Bucket& b) { return number_of(b.min); });
  put_numbers(out, buckets, exact, [&](const Bucket& b) { return number_of(b.max) - number_of(b.min); });
}

// BUCKET has its sum.
void set_bounds(Bucket& bucket, double lowest, double highest) {
  const double mean = bucket.sum / bucket.count;
  bucket.min = std::min(lowest, mean);
  bucket.max = std::max(highest, mean);
}

bool take_bounds_of_sketches(std::span<Bucket> buckets) {
  for (Bucket& bucket : buckets) {
    const auto& bins = bucket.sketch.bins();
    if (bins.empty()) return false;
    const double lowest = Sketch::value_at(bins.front().position);
    set_bounds(bucket, lowest, bins.size() == 1 ? lowest : Sketch::value_at(bins.back().position));
  }
  return true;
}

bool take_bounds(BitReader& in, BlockLayout layout, std::span<Bucket> buckets) {
  const auto told = static_cast<Bounds>(in.take(layout == BlockLayout::first ? 1 : 2));
  if (told == Bounds::of_the_sketch) return take_bounds_of_sketches(buckets);
  std::vector<double> minima, spreads;
  if (!take_column(in, buckets.size(), minima) || !take_column(in, buckets.size(), spreads)) return false;
  for (size_t i = 0; i < buckets.size(); ++i) {
    const double lowest = minima[i], highest = minima[i] + spreads[i];
    if (told == Bounds::whole_numbers) {
      buckets[i].min = lowest;
      buckets[i].max = highest;
      continue;
    }
    if (!(std::abs(lowest) <= last_position && std::abs(highest) <= last_position)) return false;
    const auto bound_of = [](double number) { return Sketch::value_at(static_cast<int32_t>(number)); };
    set_bounds(buckets[i], bound_of(lowest), bound_of(highest));
  }
  return true;
}

std::string to_bits(const std::vector<Bucket>& buckets, Instant start, Duration grain, SketchForm form) {
  BitWriter out;
  const bool none =
      std::all_of(buckets.begin(), buckets.end(), [](const Bucket& b) { return b.sketch.empty(); });
  const Sketches sketches = none                        ? Sketches::none
                            : form == SketchForm::whole ? Sketches::whole
                                                        : Sketches::quantiles;
  out.put(buckets.size(), 16);
  out.put(static_cast<uint64_t>(sketches), 2);
  int64_t before = 0;  // without holes all numbers are 0
  put_numbers(out, buckets, exact,
              [&](const Bucket& b) { return static_cast<double>((b.start - start) / grain - before++); });
  put_numbers(out, buckets, exact, [](const Bucket& b) { return b.count; });
  std::vector<Bucket> as_read = buckets;
  if (sketches == Sketches::whole) put_sketches(out, buckets);
  if (sketches == Sketches::quantiles) put_quantiles(out, as_read);
  put_sums(out, buckets, as_read);
  put_bounds(out, buckets, as_read);
  return std::move(out).release();
}

bool take_starts_and_counts(BitReader& in, Instant start, Duration grain, std::span<Bucket> buckets) {
  std::vector<double> places, counts;  // places: as put
  if (!take_column(in, buckets.size(), places) || !take_column(in, buckets.size(), counts)) return false;
  double holes = 0;
  for (size_t i = 0; i < buckets.size(); ++i) {
    if (!(places[i] >= holes && places[i] < most_buckets)) return false;
    holes = places[i];
    if (!(counts[i] > 0) || !std::isfinite(counts[i])) return false;
    buckets[i].start = start + static_cast<int64_t>(static_cast<size_t>(holes) + i) * grain;
    buckets[i].count = counts[i];
  }
  return true;
}

bool take_all_sketches(BitReader& in, BlockLayout layout, Sketches form, std::span<Bucket> buckets) {
  if (form == Sketches::whole) return take_sketches(in, layout, buckets);
  if (form == Sketches::quantiles) return take_quantiles(in, layout, buckets);
  return form == Sketches::none;
}

bool from_bits(std::string_view bits, BlockLayout layout, Instant start, Duration grain,
               std::vector<Bucket>& out) {
  BitReader in(bits);
  const uint64_t size = in.take(16);
  const auto form = static_cast<Sketches>(in.take(2));
  if (size > most_buckets) return false;
  const size_t before = out.size();
  out.resize(before + size);
  const auto buckets = std::span(out).subspan(before);
  if (!take_starts_and_counts(in, start, grain, buckets)) return false;
  const bool taken = layout == BlockLayout::first
                         ? take_sums(in, layout, buckets) && take_bounds(in, layout, buckets) &&
                               take_all_sketches(in, layout, form, buckets)
                         : take_all_sketches(in, layout, form, buckets) && take_sums(in, layout, buckets) &&
                               take_bounds(in, layout, buckets);
  return taken && !in.failed();
}

}  // namespace block_codec_impl

std::string encode_block(const std::vector<Bucket>& buckets, Instant start, Duration grain, SketchForm form) {
  using namespace block_codec_impl;
  const std::string bits = to_bits(buckets, start, grain, form);
  const std::string frame = to_zstd(bits);
  const bool pays = !frame.empty() && frame.size() < bits.size() * worth_packing / 100;
  return pays ? packed + frame : plain + bits;
}

bool decode_block(std::string_view body, Instant start, Duration grain, std::vector<Bucket>& out) {
  using namespace block_codec_impl;
  const size_t before = out.size();
  const char kind = body.empty() ? '\0' : body.front();
  const BlockLayout layout = kind == plain_1 || kind == packed_1 ? BlockLayout::first : BlockLayout::second;
  bool decoded = false;
  if (kind == plain_1 || kind == plain) decoded = from_bits(body.substr(1), layout, start, grain, out);
  if (kind == packed_1 || kind == packed)
    if (const auto bits = from_zstd(body.substr(1), longest))
      decoded = from_bits(*bits, layout, start, grain, out);
  if (!decoded) out.resize(before);
  return decoded;
}

}  // namespace foreshock::store
