#include "store/crc32.h"

#include <array>

namespace foreshock::store {
namespace crc32_impl {

// tables[n][byte]: the remainder of BYTE with n zero bytes behind it, so that eight bytes go at once (slicing
// by 8: Kounavis and Berry, ISCC 2005).
using Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Tables make_tables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ ((remainder & 1) ? 0xEDB88320U : 0U);
    tables[0][byte] = remainder;
  }
  for (size_t zeros = 1; zeros < tables.size(); ++zeros)
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint32_t shorter = tables[zeros - 1][byte];
      tables[zeros][byte] = (shorter >> 8) ^ tables[0][shorter & 0xFF];
    }
  return tables;
}
constexpr Tables tables = make_tables();

uint32_t after_eight(uint32_t remainder, std::span<const std::byte, 8> bytes) {
  uint32_t out = 0;
  for (size_t i = 0; i < 8; ++i) {
    const uint32_t carried = i < 4 ? (remainder >> (8 * i)) & 0xFF : 0;
    out ^= tables[7 - i][carried ^ static_cast<uint32_t>(bytes[i])];
  }
  return out;
}

}  // namespace crc32_impl

uint32_t crc32(std::span<const std::byte> bytes, uint32_t before) {
  uint32_t remainder = ~before;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8))
    remainder = crc32_impl::after_eight(remainder, bytes.first<8>());
  for (std::byte byte : bytes)
    remainder = (remainder >> 8) ^ crc32_impl::tables[0][(remainder ^ static_cast<uint32_t>(byte)) & 0xFF];
  return ~remainder;
}

}  // namespace foreshock::store
