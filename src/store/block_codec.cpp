#include "store/block_codec.h"

#include <algorithm>
#include <cmath>

#include "store/number_column.h"
#include "store/sketch_columns.h"
#include "store/zstd_frame.h"

namespace foreshock::store {
namespace block_codec_impl {

// The first byte of a body. What follows it is bits, or a zstd frame of them where that is much smaller.
constexpr char plain = 1, packed = 2;
constexpr size_t worth_packing = 80;       // percent: unpacking is half the cost of reading
constexpr uint64_t most_buckets = 10'000;  // so that damage cannot ask for all memory
constexpr size_t longest = 64'000'000;     // bytes of a body's bits

enum class Sketches : uint64_t { none = 0, whole = 1, quantiles = 2 };

constexpr int exact = 52, of_sums = 14;  // bits of mantissa

template <class Get>
void put_numbers(BitWriter& out, const std::vector<Bucket>& buckets, int mantissa, Get&& get) {
  std::vector<double> numbers;
  numbers.reserve(buckets.size());
  for (const Bucket& bucket : buckets) numbers.push_back(get(bucket));
  put_column(out, numbers, mantissa);
}

bool is_whole(double value) {
  return std::abs(value) < 1e15 && std::trunc(value) == value;
}

// 1 bit: as they are; else as bins of a sketch. The minima, then how far above them the maxima are.
void put_bounds(BitWriter& out, const std::vector<Bucket>& buckets) {
  const bool whole = std::all_of(buckets.begin(), buckets.end(),
                                 [](const Bucket& b) { return is_whole(b.min) && is_whole(b.max); });
  const auto number_of = [&](double bound) { return whole ? bound : Sketch::position_of(bound); };
  out.put(whole ? 1 : 0, 1);
  put_numbers(out, buckets, exact, [&](const Bucket& b) { return number_of(b.min); });
  put_numbers(out, buckets, exact, [&](const Bucket& b) { return number_of(b.max) - number_of(b.min); });
}

bool take_bounds(BitReader& in, std::span<Bucket> buckets) {
  const bool whole = in.take(1) == 1;
  std::vector<double> minima, spreads;
  if (!take_column(in, buckets.size(), minima) || !take_column(in, buckets.size(), spreads)) return false;
  if (whole) {
    for (size_t i = 0; i < buckets.size(); ++i) {
      buckets[i].min = minima[i];
      buckets[i].max = minima[i] + spreads[i];
    }
    return true;
  }
  const auto bound_of = [](double number) {
    return Sketch::value_at(static_cast<int32_t>(std::clamp(number, -1e6, 1e6)));
  };
  for (size_t i = 0; i < buckets.size(); ++i) {
    const double mean = buckets[i].sum / buckets[i].count;
    buckets[i].min = std::min(bound_of(minima[i]), mean);
    buckets[i].max = std::max(spreads[i] == 0 ? buckets[i].min : bound_of(minima[i] + spreads[i]), mean);
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
  put_numbers(out, buckets, of_sums, [](const Bucket& b) { return b.sum; });
  put_bounds(out, buckets);
  if (sketches == Sketches::whole) put_sketches(out, buckets);
  if (sketches == Sketches::quantiles) put_quantiles(out, buckets);
  return std::move(out).release();
}

bool take_numbers(BitReader& in, Instant start, Duration grain, std::span<Bucket> buckets) {
  std::vector<double> places, counts, sums;  // places: as put
  for (auto* column : {&places, &counts, &sums})
    if (!take_column(in, buckets.size(), *column)) return false;
  double holes = 0;
  for (size_t i = 0; i < buckets.size(); ++i) {
    if (!(places[i] >= holes && places[i] < most_buckets)) return false;
    holes = places[i];
    if (!(counts[i] > 0) || !std::isfinite(counts[i]) || !std::isfinite(sums[i])) return false;
    buckets[i].start = start + static_cast<int64_t>(static_cast<size_t>(holes) + i) * grain;
    buckets[i].count = counts[i];
    buckets[i].sum = sums[i];
  }
  return take_bounds(in, buckets);
}

bool from_bits(std::string_view bits, Instant start, Duration grain, std::vector<Bucket>& out) {
  BitReader in(bits);
  const uint64_t size = in.take(16);
  const auto sketches = static_cast<Sketches>(in.take(2));
  if (size > most_buckets) return false;
  const size_t before = out.size();
  out.resize(before + size);
  const auto buckets = std::span(out).subspan(before);
  return take_numbers(in, start, grain, buckets) &&
         (sketches != Sketches::whole || take_sketches(in, buckets)) &&
         (sketches != Sketches::quantiles || take_quantiles(in, buckets)) && !in.failed();
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
  bool decoded = false;
  if (!body.empty() && body.front() == plain) decoded = from_bits(body.substr(1), start, grain, out);
  if (!body.empty() && body.front() == packed)
    if (const auto bits = from_zstd(body.substr(1), longest)) decoded = from_bits(*bits, start, grain, out);
  if (!decoded) out.resize(before);
  return decoded;
}

}  // namespace foreshock::store
