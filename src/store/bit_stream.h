#pragma once
// Bits in a string, the lowest bit of each byte first.
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace foreshock::store {

class BitWriter {
 public:
  // The COUNT lowest bits of VALUE; at most 64.
  void put(uint64_t value, int count) {
    for (; count > 0; count -= 8, value >>= 8) put_few(value, count < 8 ? count : 8);
  }
  // BYTES, from the next whole byte on, behind their number; below 2^32.
  void put_bytes(std::string_view bytes) {
    put(bytes.size(), 32);
    fill_up();
    bytes_ += bytes;
  }
  // What was written, filled up with zeros to a whole byte.
  std::string release() && {
    fill_up();
    return std::move(bytes_);
  }

 private:
  void fill_up() {
    if (filled_ > 0) put_few(0, 8 - filled_);
  }
  void put_few(uint64_t value, int count) {
    open_ |= (value & ((1U << count) - 1)) << filled_;
    filled_ += count;
    if (filled_ < 8) return;
    bytes_.push_back(static_cast<char>(open_));
    open_ >>= 8;
    filled_ -= 8;
  }

  std::string bytes_;
  uint64_t open_ = 0;
  int filled_ = 0;
};

// BYTES must outlive the reader. Behind the end there are zeros, and failed() says so.
class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  // At most 56 bits.
  uint64_t take(int count) {
    const uint64_t value = peek() & ((uint64_t{1} << count) - 1);
    position_ += static_cast<size_t>(count);
    return value;
  }
  // The next bits, without taking them: so many are sure.
  static constexpr int looked_at = 57;
  uint64_t look() const { return peek(); }
  void skip(int count) { position_ += static_cast<size_t>(count); }
  // As put_bytes() wrote them; empty when there are not so many.
  std::string_view take_bytes() {
    const size_t size = take(32);
    const size_t at = (position_ + 7) / 8;
    position_ = (at + size) * 8;
    return failed() ? std::string_view() : bytes_.substr(at, size);
  }
  bool failed() const { return position_ > bytes_.size() * 8; }

 private:
  [[gnu::always_inline]] uint64_t peek() const {
    const size_t at = position_ / 8;
    uint64_t bits = 0;
    if (at + 8 <= bytes_.size())
      std::memcpy(&bits, bytes_.data() + at, 8);
    else if (at < bytes_.size())
      std::memcpy(&bits, bytes_.data() + at, bytes_.size() - at);
    return bits >> (position_ % 8);
  }

  std::string_view bytes_;
  size_t position_ = 0;
};

}  // namespace foreshock::store
