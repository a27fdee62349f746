#pragma once
// Whole numbers through a range coder, by a model that learns how they are spread.
#include <algorithm>
#include <array>
#include <cstdint>

#include "store/range_coder.h"

namespace foreshock::store {

// Each number without its lowest bits as so many ones and a zero, then the highest of those bits, all of them
// modelled; then the others. So learns any spread whose width is a few times 2^LOW_BITS.
class NumberModel {
 public:
  // CODER: a RangeEncoder, which puts NUMBER, or a RangeDecoder, which takes it; both give it back. LOW_BITS:
  // at most 32, the same both times.
  template <class Coder>
  uint64_t code(Coder& coder, int low_bits, uint64_t number) {
    const uint64_t high = number >> low_bits;
    uint64_t ones = 0;
    while (ones < most_ones && coder.bit(more_[ones], ones < high)) ++ones;
    if (ones == most_ones) return plain(coder, number, 64);
    if (low_bits == 0) return ones;
    const bool next = coder.bit(next_[ones], ((number >> (low_bits - 1)) & 1) != 0);
    return (((ones << 1) | (next ? 1 : 0)) << (low_bits - 1)) | plain(coder, number, low_bits - 1);
  }

 private:
  static constexpr size_t most_ones = 24;  // then the number stands there in full

  // The COUNT lowest bits of NUMBER.
  template <class Coder>
  static uint64_t plain(Coder& coder, uint64_t number, int count) {
    uint64_t value = 0;
    for (int at = 0; at < count; at += range_coder::most_plain) {
      const int bits = std::min(count - at, range_coder::most_plain);
      value |= uint64_t{coder.plain(static_cast<uint32_t>(number >> at), bits)} << at;
    }
    return value;
  }

  std::array<BitModel, most_ones> more_, next_;
};

}  // namespace foreshock::store
