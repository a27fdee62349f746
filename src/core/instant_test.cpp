#include "core/instant.h"

#include <gtest/gtest.h>

namespace foreshock::instant_test {

TEST(Iso8601, ReadsWhatItPrints) {
  const Instant at{std::chrono::milliseconds(1'796'038'452'125)};
  EXPECT_EQ(iso8601(at), "2026-11-30T11:34:12.125Z");
  EXPECT_EQ(parse_iso8601(iso8601(at)), at);
}

TEST(Iso8601, TakesOffsetsAndAnyFraction) {
  const auto at = parse_iso8601("2026-11-30T11:34:12Z");
  ASSERT_TRUE(at);
  EXPECT_EQ(parse_iso8601("2026-11-30T13:34:12+02:00"), at);
  EXPECT_EQ(parse_iso8601("2026-11-30T06:04:12-05:30"), at);
  EXPECT_EQ(parse_iso8601("2026-11-30T11:34:12.0000000019Z"), *at + Duration(1));
  EXPECT_TRUE(parse_iso8601("2028-02-29T00:00:00Z"));
}

TEST(Iso8601, TakesNothingElse) {
  for (const char* text : {"", "2026-11-30", "2026-11-30T11:34:12", "2026-11-30 11:34:12Z",
                           "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-30T24:00:00Z",
                           "2026-11-30T11:34:12ZZ", "2026-11-30T11:34:12.Z", "2026-1-30T11:34:12Z", "now"})
    EXPECT_FALSE(parse_iso8601(text)) << text;
}

}  // namespace foreshock::instant_test
