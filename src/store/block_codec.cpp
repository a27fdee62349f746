#include "store/block_codec.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "store/crc32.h"
#include "store/number_column.h"
#include "store/sketch_columns.h"
#include "store/sum_columns.h"
#include "store/zstd_frame.h"

namespace foreshock::store {
namespace block_codec_impl {

// The first byte of a body. Four bytes with the CRC-32 of its row and all others follow, then bits, or a zstd
// frame of them where that is much smaller.
constexpr char plain = 12, packed = 13;
// Of the first layout, which is only read: without a checksum. Two bits away from the others.
constexpr char plain_1 = 1, packed_1 = 2;
constexpr size_t checksum_size = 4;
constexpr size_t worth_packing = 80;       // percent: unpacking is half the cost of reading
constexpr uint64_t most_buckets = 10'000;  // so that damage cannot ask for all memory
constexpr size_t longest = 64'000'000;     // bytes of a body's bits

enum class Sketches : uint64_t { none = 0, whole = 1, quantiles = 2 };

constexpr int exact = 52;  // bits of mantissa

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
  put_column(out, buckets, exact,
             [&](const Bucket& b) { return static_cast<double>((b.start - start) / grain - before++); });
  put_column(out, buckets, exact, [](const Bucket& b) { return b.count; });
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

uint32_t checksum_of(int64_t row, char kind, std::string_view rest) {
  BitWriter head;
  head.put(static_cast<uint64_t>(row), 64);
  head.put(static_cast<uint8_t>(kind), 8);
  const std::string before = std::move(head).release();
  return crc32(std::as_bytes(std::span(rest)), crc32(std::as_bytes(std::span(before))));
}

struct Opened {
  BlockLayout layout;
  bool in_a_frame;
  std::string_view rest;  // bits, or a frame of them
};

// Nothing when the checksum does not hold, or the layout is not known.
std::optional<Opened> open_body(int64_t row, std::string_view body) {
  if (body.empty()) return std::nullopt;
  const char kind = body.front();
  if (kind == plain_1 || kind == packed_1)
    return Opened{BlockLayout::first, kind == packed_1, body.substr(1)};
  if ((kind != plain && kind != packed) || body.size() < 1 + checksum_size) return std::nullopt;
  const uint64_t told = BitReader(body.substr(1)).take(8 * checksum_size);
  const Opened opened{BlockLayout::second, kind == packed, body.substr(1 + checksum_size)};
  return checksum_of(row, kind, opened.rest) == told ? std::optional(opened) : std::nullopt;
}

}  // namespace block_codec_impl

std::string encode_block(const std::vector<Bucket>& buckets, Instant start, Duration grain, SketchForm form,
                         int64_t row) {
  using namespace block_codec_impl;
  const std::string bits = to_bits(buckets, start, grain, form);
  const std::string frame = to_zstd(bits);
  const bool pays = !frame.empty() && frame.size() < bits.size() * worth_packing / 100;
  const char kind = pays ? packed : plain;
  const std::string& rest = pays ? frame : bits;
  BitWriter head;
  head.put(static_cast<uint8_t>(kind), 8);
  head.put(checksum_of(row, kind, rest), 8 * checksum_size);
  return std::move(head).release() + rest;
}

bool decode_block(std::string_view body, Instant start, Duration grain, std::vector<Bucket>& out,
                  int64_t row) {
  using namespace block_codec_impl;
  const auto opened = open_body(row, body);
  if (!opened) return false;
  const size_t before = out.size();
  bool decoded = false;
  if (!opened->in_a_frame)
    decoded = from_bits(opened->rest, opened->layout, start, grain, out);
  else if (const auto bits = from_zstd(opened->rest, longest))
    decoded = from_bits(*bits, opened->layout, start, grain, out);
  if (!decoded) out.resize(before);
  return decoded;
}

}  // namespace foreshock::store
