#include "scenario/conditions.h"

#include <gtest/gtest.h>

namespace foreshock::scenario::conditions_test {

using namespace std::chrono_literals;

TEST(Conditions, ComparesCounts) {
  EXPECT_EQ(parse_count_test(">=16k"), (CountTest{Comparison::at_least, 16000}));
  EXPECT_EQ(parse_count_test(">16384"), (CountTest{Comparison::more, 16384}));
  EXPECT_EQ(parse_count_test("<1k"), (CountTest{Comparison::less, 1000}));
  EXPECT_EQ(parse_count_test("<=2"), (CountTest{Comparison::at_most, 2}));
  EXPECT_EQ(parse_count_test("4096"), (CountTest{Comparison::equal, 4096}));
  for (const auto* wrong : {"", ">", "=>4k", ">=", ">= 4", "4-8", ">-1", "!4", ">1h"})
    EXPECT_FALSE(parse_count_test(wrong)) << wrong;

  const auto holds = [](const char* test) {
    std::string below_at_above;
    for (const int count : {15999, 16000, 16001})
      below_at_above += parse_count_test(test)->holds(count) ? '1' : '0';
    return below_at_above;
  };
  EXPECT_EQ(holds(">=16k"), "011");
  EXPECT_EQ(holds(">16k"), "001");
  EXPECT_EQ(holds("<16k"), "100");
  EXPECT_EQ(holds("<=16k"), "110");
  EXPECT_EQ(holds("16k"), "010");
}

TEST(Conditions, ComparesTimes) {
  const auto long_idle = parse_duration_test(">1h");
  ASSERT_TRUE(long_idle);
  EXPECT_FALSE(long_idle->holds(1h));
  EXPECT_TRUE(long_idle->holds(1h + 1s));
  EXPECT_TRUE(parse_duration_test("<=90s")->holds(90s));
  EXPECT_FALSE(parse_duration_test(">4k"));
  EXPECT_FALSE(parse_duration_test("long"));
}

TEST(Conditions, HoursTakeTheStartInAndLeaveTheEndOut) {
  const auto night = parse_hours("22-4");
  ASSERT_TRUE(night);
  EXPECT_FALSE(night->holds(22h - 1s));
  EXPECT_TRUE(night->holds(22h));
  EXPECT_TRUE(night->holds(0h));
  EXPECT_TRUE(night->holds(4h - 1s));
  EXPECT_FALSE(night->holds(4h));
  const auto day = parse_hours("9-17");
  ASSERT_TRUE(day);
  EXPECT_FALSE(day->holds(9h - 1ns));
  EXPECT_TRUE(day->holds(9h));
  EXPECT_FALSE(day->holds(17h));
  EXPECT_TRUE(parse_hours("20-24")->holds(24h - 1s));
  EXPECT_TRUE(parse_hours("0-24")->holds(12h));
  for (const auto* wrong : {"", "22", "22-", "-4", "4-4", "22-25", "24-2", "22:00-4", "a-b"})
    EXPECT_FALSE(parse_hours(wrong)) << wrong;
}

TEST(Conditions, WeekdaysGoRoundTheWeek) {
  const auto days = [](const char* text) {
    std::string out;
    for (int day = 0; day < 7; ++day) out += parse_weekdays(text)->holds(day) ? '1' : '0';
    return out;
  };
  EXPECT_EQ(days("Sat-Sun"), "0000011");
  EXPECT_EQ(days("Sun"), "0000001");
  EXPECT_EQ(days("Mon-Fri"), "1111100");
  EXPECT_EQ(days("Sat-Mon"), "1000011");
  EXPECT_EQ(days("Tue-Tue"), "0100000");
  for (const auto* wrong : {"", "Sunday", "sat", "Sat-", "-Sun", "Sat-Sun-Mon", "Sat,Sun"})
    EXPECT_FALSE(parse_weekdays(wrong)) << wrong;
}

}  // namespace foreshock::scenario::conditions_test
