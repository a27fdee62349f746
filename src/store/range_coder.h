#pragma once
// An adaptive binary range coder (Martin 1979; carries as in LZMA): a bit that a model expects with
// probability p takes -log2(p) bits. Encoder and decoder have the same interface, so that one template writes
// and reads: what it is given is put, and what it returns was taken.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace foreshock::store {

// How likely a bit is 1, learnt from those before it: quickly at first, then from the last thirty or so.
class BitModel {
 public:
  static constexpr int scale = 12;  // bits of a probability
  // Of a 1, from 1 to 2^scale - 2: a step towards a border is too small to reach it.
  uint32_t probability() const { return state_ >> 4; }
  void learn(bool bit) {
    const int slowness = slowness_after[seen_];
    state_ += bit ? (65'535 - state_) >> slowness : -(state_ >> slowness);
    if (seen_ + 1U < slowness_after.size()) ++seen_;
  }

 private:
  static constexpr std::array<uint8_t, 9> slowness_after = {1, 2, 3, 3, 4, 4, 4, 4, 5};  // so many bits
  uint32_t state_ = 1U << 15;
  uint32_t seen_ = 0;
};

namespace range_coder {
inline constexpr uint32_t smallest_range = 1U << 24;
inline constexpr int most_plain = 16;  // bits without a model at once
}  // namespace range_coder

class RangeEncoder {
 public:
  bool bit(BitModel& model, bool bit) {
    const uint32_t bound = (range_ >> BitModel::scale) * model.probability();
    if (bit) {
      range_ = bound;
    } else {
      low_ += bound;
      range_ -= bound;
    }
    model.learn(bit);
    normalize();
    return bit;
  }
  // The COUNT lowest bits of VALUE, all equally likely; at most 16.
  uint32_t plain(uint32_t value, int count) {
    value &= (1U << count) - 1;
    range_ >>= count;
    low_ += uint64_t{value} * range_;
    normalize();
    return value;
  }
  std::string release() && {
    for (int i = 0; i < 5; ++i) shift_low();
    return std::move(bytes_);
  }

 private:
  void normalize() {
    for (; range_ < range_coder::smallest_range; range_ <<= 8) shift_low();
  }
  // The highest byte of low_ goes out, once it is known whether a carry reaches it.
  void shift_low() {
    if (low_ < 0xFF00'0000U || low_ > 0xFFFF'FFFFU) {
      const auto carry = static_cast<uint8_t>(low_ >> 32);
      if (any_) bytes_.push_back(static_cast<char>(held_ + carry));
      for (; full_ > 0; --full_) bytes_.push_back(static_cast<char>(0xFF + carry));
      held_ = static_cast<uint8_t>(low_ >> 24);
      any_ = true;
    } else {
      ++full_;
    }
    low_ = (low_ & 0x00FF'FFFFU) << 8;
  }

  std::string bytes_;
  uint64_t low_ = 0;
  uint32_t range_ = 0xFFFF'FFFFU;
  uint8_t held_ = 0;   // the last byte, which a carry may still change
  bool any_ = false;   // whether there is one
  uint64_t full_ = 0;  // bytes 0xFF behind it
};

// BYTES must outlive the decoder. Behind the end there are zeros, and failed() says so.
class RangeDecoder {
 public:
  explicit RangeDecoder(std::string_view bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) code_ = (code_ << 8) | next();
  }

  [[gnu::always_inline]] bool bit(BitModel& model, bool = false) {
    const uint32_t bound = (range_ >> BitModel::scale) * model.probability();
    const bool bit = code_ < bound;
    if (bit) {
      range_ = bound;
    } else {
      code_ -= bound;
      range_ -= bound;
    }
    model.learn(bit);
    normalize();
    return bit;
  }
  uint32_t plain(uint32_t, int count) {
    range_ >>= count;
    const uint32_t value = std::min(code_ / range_, (1U << count) - 1);
    code_ -= value * range_;
    normalize();
    return value;
  }
  bool failed() const { return at_ > bytes_.size(); }

 private:
  uint8_t next() {
    const size_t at = at_++;
    return at < bytes_.size() ? static_cast<uint8_t>(bytes_[at]) : 0;
  }
  [[gnu::always_inline]] void normalize() {
    for (; range_ < range_coder::smallest_range; range_ <<= 8) code_ = (code_ << 8) | next();
  }

  std::string_view bytes_;
  size_t at_ = 0;
  uint32_t range_ = 0xFFFF'FFFFU, code_ = 0;
};

}  // namespace foreshock::store
