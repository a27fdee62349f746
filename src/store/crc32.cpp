#include "store/crc32.h"

#include <array>

namespace foreshock::store {
namespace crc32_impl {

constexpr std::array<uint32_t, 256> make_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < table.size(); ++byte) {
    uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ ((remainder & 1) ? 0xEDB88320U : 0U);
    table[byte] = remainder;
  }
  return table;
}
constexpr auto table = make_table();

}  // namespace crc32_impl

uint32_t crc32(std::span<const std::byte> bytes, uint32_t before) {
  uint32_t remainder = ~before;
  for (std::byte byte : bytes)
    remainder = (remainder >> 8) ^ crc32_impl::table[(remainder ^ static_cast<uint32_t>(byte)) & 0xFF];
  return ~remainder;
}

}  // namespace foreshock::store
