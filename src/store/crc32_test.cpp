#include "store/crc32.h"

#include <string_view>

#include <gtest/gtest.h>

namespace foreshock::store::crc32_test {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(Crc32, GivesTheCheckValueOfTheStandard) {
  EXPECT_EQ(crc32(bytes_of("123456789")), 0xCBF43926U);
  EXPECT_EQ(crc32({}), 0U);
}

TEST(Crc32, TakesTheSameByteByByteAsEightAtOnce) {
  const std::string_view text = "The quick brown fox jumps over the lazy dog";
  EXPECT_EQ(crc32(bytes_of(text)), 0x414FA339U);
  uint32_t carried = 0;
  for (size_t i = 0; i < text.size(); ++i) carried = crc32(bytes_of(text.substr(i, 1)), carried);
  EXPECT_EQ(carried, 0x414FA339U);
}

TEST(Crc32, CarriesOn) {
  EXPECT_EQ(crc32(bytes_of("456789"), crc32(bytes_of("123"))), crc32(bytes_of("123456789")));
}

}  // namespace foreshock::store::crc32_test
