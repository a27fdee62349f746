#include "scenario/quantities.h"

#include <gtest/gtest.h>

namespace foreshock::scenario::quantities_test {

using namespace std::chrono_literals;

TEST(Quantities, Durations) {
  EXPECT_EQ(parse_duration("90s"), Duration(90s));
  EXPECT_EQ(parse_duration("5m"), Duration(300s));
  EXPECT_EQ(parse_duration("1h30m"), Duration(90min));
  EXPECT_EQ(parse_duration("1h40s"), Duration(3640s));
  EXPECT_EQ(parse_duration("6d2h"), Duration(146h));
  EXPECT_EQ(parse_duration("1.5h"), Duration(90min));
  EXPECT_EQ(parse_duration("800ms"), Duration(800ms));
  EXPECT_EQ(parse_duration("0"), Duration(0s));
  EXPECT_EQ(parse_duration("0h"), Duration(0s));
  EXPECT_EQ(parse_duration("3650d"), Duration(87600h));
  for (const auto* wrong :
       {"", "5", "m", "-5m", "5 m", "5m1h", "5m5m", "5M", "1h30", "5w", "inf", "3651d", "1e3s"})
    EXPECT_FALSE(parse_duration(wrong)) << wrong;
  EXPECT_EQ(parse_duration("5x").error().what(), "expected a time such as 90s, 5m, 1h30m or 7d, found '5x'");
}

TEST(Quantities, Rates) {
  EXPECT_DOUBLE_EQ(parse_rate("4/s").value(), 4);
  EXPECT_DOUBLE_EQ(parse_rate("12/m").value(), 0.2);
  EXPECT_DOUBLE_EQ(parse_rate("18/h").value(), 0.005);
  EXPECT_DOUBLE_EQ(parse_rate("0.02/s").value(), 0.02);
  for (const auto* wrong : {"", "4", "/s", "4/", "4/d", "-4/s", "4s", "4 /s", "4/sec", "1e9x/s"})
    EXPECT_FALSE(parse_rate(wrong)) << wrong;
}

TEST(Quantities, NumbersAndCounts) {
  EXPECT_DOUBLE_EQ(parse_number("-0.5").value(), -0.5);
  EXPECT_DOUBLE_EQ(parse_number("16k").value(), 16000);
  EXPECT_DOUBLE_EQ(parse_number("1e6").value(), 1e6);
  EXPECT_EQ(parse_count("4096"), 4096);
  EXPECT_EQ(parse_count("64k"), 64000);
  EXPECT_EQ(parse_count("1.5k"), 1500);
  for (const auto* wrong : {"", "k", "nan", "inf", "1M", "16kk", "0x10", "1,000", "1.51e308k"}) {
    EXPECT_FALSE(parse_number(wrong)) << wrong;
    EXPECT_FALSE(parse_count(wrong)) << wrong;
  }
  for (const auto* wrong : {"-1", "1.5", "1.0005k", "1e16"}) EXPECT_FALSE(parse_count(wrong)) << wrong;
}

TEST(Quantities, SharesFlagsSizesAndNames) {
  EXPECT_DOUBLE_EQ(parse_share("0.3").value(), 0.3);
  EXPECT_DOUBLE_EQ(parse_share("1").value(), 1);
  for (const auto* wrong : {"1.01", "-0.1", "30%", "all"}) EXPECT_FALSE(parse_share(wrong)) << wrong;
  EXPECT_EQ(parse_flag("true"), true);
  EXPECT_EQ(parse_flag("false"), false);
  EXPECT_FALSE(parse_flag("True"));
  EXPECT_EQ(parse_bytes("64GiB")->value, int64_t{64} << 30);
  EXPECT_FALSE(parse_bytes("0"));
  EXPECT_FALSE(parse_name(""));
}

TEST(Quantities, TimesOfTheWeekAndZones) {
  EXPECT_EQ(parse_week_time("Mon 00:00"), Duration(0s));
  EXPECT_EQ(parse_week_time("Thu 22:05"), Duration(3 * 24h + 22h + 5min));
  EXPECT_EQ(parse_week_time("Sun 23:59"), Duration(7 * 24h - 1min));
  for (const auto* wrong :
       {"", "Mon", "mon 00:00", "Mon 24:00", "Mon 00:60", "Mon 0:00", "Mon  0:00", "Mon 00:00x", "Mon +1:00"})
    EXPECT_FALSE(parse_week_time(wrong)) << wrong;
  EXPECT_EQ(parse_weekday("Sun"), 6);
  EXPECT_FALSE(parse_weekday("Sunday"));
  EXPECT_EQ(parse_timezone("Asia/Shanghai"), "Asia/Shanghai");
  EXPECT_EQ(parse_timezone("UTC"), "UTC");
  for (const char* wrong : {"Asia Shanghai", "Mars/Phobos", "Europe", "Europe/", ""})
    EXPECT_FALSE(parse_timezone(wrong)) << wrong;
}

}  // namespace foreshock::scenario::quantities_test
