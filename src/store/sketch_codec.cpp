#include "store/sketch_codec.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace foreshock::store {
namespace sketch_codec_impl {

constexpr char layout = 1;
constexpr double exact_integers = 9007199254740992.0;  // 2^53
constexpr int64_t highest_index = Sketch::last_position - Sketch::index_offset;
constexpr uint64_t widest_step = (uint64_t{1} << 33) - 1;  // between two 32-bit indices, sign in bit 0

void put_varint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

// A whole number n as the varint 2n; any other as the varint 1 and the 8 bytes of the double.
void put_count(std::string& out, double count) {
  if (const auto whole = static_cast<uint64_t>(count < exact_integers ? count : 0);
      static_cast<double>(whole) == count)
    return put_varint(out, whole << 1);
  put_varint(out, 1);
  const auto bits = std::bit_cast<uint64_t>(count);
  for (int shift = 0; shift < 64; shift += 8) out.push_back(static_cast<char>(bits >> shift));
}

// The bins of one sign, by magnitude.
void put_bins(std::string& out, const std::vector<Sketch::Bin>& bins) {
  put_varint(out, bins.size());
  int64_t before = 0;
  for (const Sketch::Bin& bin : bins) {
    const int64_t index = std::abs(bin.position) - Sketch::index_offset, step = index - before;
    put_varint(out, (static_cast<uint64_t>(step) << 1) ^ static_cast<uint64_t>(step >> 63));
    put_count(out, bin.count);
    before = index;
  }
}

// Reads what put_… wrote; after the first damage everything is zero and good() false.
class Reader {
 public:
  explicit Reader(std::string_view blob) : rest_(blob) {}

  uint8_t byte() {
    if (rest_.empty()) {
      good_ = false;
      return 0;
    }
    const auto value = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }

  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const uint64_t part = byte();
      value |= (part & 0x7F) << shift;
      if (part < 0x80) return value;
    }
    good_ = false;
    return 0;
  }

  double count() {
    const uint64_t value = varint();
    if ((value & 1) == 0) return static_cast<double>(value >> 1);
    uint64_t bits = 0;
    for (int shift = 0; shift < 64; shift += 8) bits |= static_cast<uint64_t>(byte()) << shift;
    return std::bit_cast<double>(bits);
  }

  // Positions as of positive values.
  std::vector<Sketch::Bin> bins() {
    const uint64_t size = varint();
    if (size > rest_.size()) good_ = false;  // a bin has at least two bytes
    std::vector<Sketch::Bin> bins;
    int64_t index = 0;
    for (uint64_t i = 0; i < size && good_; ++i) {
      const uint64_t step = varint();
      if (step > widest_step) good_ = false;
      index += static_cast<int64_t>((step & widest_step) >> 1) ^ -static_cast<int64_t>(step & 1);
      if (index <= -Sketch::index_offset || index > highest_index) good_ = false;
      if (good_) bins.push_back({static_cast<int32_t>(index) + Sketch::index_offset, count()});
    }
    return bins;
  }

  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace sketch_codec_impl

std::string encode_sketch(const Sketch& sketch) {
  std::string blob;
  if (sketch.empty()) return blob;
  std::vector<Sketch::Bin> positive, negative;
  double zeros = 0;
  for (const Sketch::Bin& bin : sketch.bins()) {
    if (bin.position == 0)
      zeros = bin.count;
    else
      (bin.position > 0 ? positive : negative).push_back(bin);
  }
  std::reverse(negative.begin(), negative.end());
  blob.reserve(4 + 3 * sketch.bins().size());
  blob.push_back(sketch_codec_impl::layout);
  sketch_codec_impl::put_count(blob, zeros);
  sketch_codec_impl::put_bins(blob, positive);
  sketch_codec_impl::put_bins(blob, negative);
  return blob;
}

std::optional<Sketch> decode_sketch(std::string_view blob) {
  if (blob.empty()) return Sketch{};
  sketch_codec_impl::Reader reader(blob);
  if (reader.byte() != sketch_codec_impl::layout) return std::nullopt;
  const double zeros = reader.count();
  const auto positive = reader.bins();
  auto bins = reader.bins();
  if (!reader.good() || !reader.at_end() || !(zeros >= 0)) return std::nullopt;
  std::reverse(bins.begin(), bins.end());
  for (Sketch::Bin& bin : bins) bin.position = -bin.position;
  if (zeros > 0) bins.push_back({0, zeros});
  bins.insert(bins.end(), positive.begin(), positive.end());
  return Sketch::from_bins(std::move(bins));
}

}  // namespace foreshock::store
