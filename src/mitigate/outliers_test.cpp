#include "mitigate/outliers.h"

#include <gtest/gtest.h>

#include "mitigate/mitigate_test.h"

namespace foreshock::mitigate::outliers_test {

using namespace std::chrono_literals;

constexpr OutlierOptions half_a_minute{.ejection = 30s};

PeerTally tally(int64_t failed, double first_token = 0.2) {
  return {100, failed, 100, 100 * first_token};
}

TEST(Outliers, WhoFailsMoreThanItsPeersIsLeftOut) {
  Outliers outliers(half_a_minute, 3);
  EXPECT_TRUE(outliers.judge(std::vector{tally(19), tally(0), tally(0)}, test_start).empty());
  const auto found = outliers.judge(std::vector{tally(31), tally(10), tally(12)}, test_start);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].backend, 0u);
  EXPECT_FALSE(found[0].by_latency);
  EXPECT_DOUBLE_EQ(found[0].value, 0.31);
  EXPECT_DOUBLE_EQ(found[0].peers, 0.10);
  EXPECT_EQ(found[0].time, 30s);
  EXPECT_TRUE(
      Outliers(half_a_minute, 3).judge(std::vector{tally(50), tally(50), tally(50)}, test_start).empty())
      << "what all do is no outlier";
}

TEST(Outliers, NobodyIsLeftOutUnasked) {
  EXPECT_TRUE(Outliers({}, 3).judge(std::vector{tally(90), tally(0), tally(0)}, test_start).empty());
}

TEST(Outliers, WhoIsSlowerThanItsPeersToo) {
  Outliers outliers(half_a_minute, 4);
  EXPECT_TRUE(outliers.judge(std::vector{tally(0, 0.5), tally(0), tally(0), tally(0)}, test_start).empty());
  const auto found = outliers.judge(std::vector{tally(0), tally(0), tally(0, 0.7), tally(0)}, test_start);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].backend, 2u);
  EXPECT_TRUE(found[0].by_latency);
  EXPECT_NEAR(found[0].value, 0.7, 1e-9);
}

TEST(Outliers, FewRequestsSayNothing) {
  const PeerTally few{19, 19, 19, 100};
  EXPECT_TRUE(Outliers(half_a_minute, 2).judge(std::vector{few, tally(0)}, test_start).empty());
  EXPECT_TRUE(Outliers(half_a_minute, 2).judge(std::vector{tally(100, 9), few}, test_start).empty())
      << "of its peers neither";
  EXPECT_TRUE(Outliers(half_a_minute, 1).judge(std::vector{tally(100)}, test_start).empty())
      << "alone it has no peers";
}

TEST(Outliers, NeverMoreThanHalfAndTheWorstFirst) {
  Outliers outliers(half_a_minute, 5);
  const std::vector tallies = {tally(30), tally(90), tally(60), tally(0), tally(0)};
  const auto found = outliers.judge(tallies, test_start);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].backend, 1u);
  EXPECT_EQ(found[1].backend, 2u);
  EXPECT_TRUE(outliers.judge(tallies, test_start + 10s).empty()) << "two are out already";
}

TEST(Outliers, StaysOutLongerEachTimeAndIsForgivenInTime) {
  Outliers outliers(half_a_minute, 3);
  const std::vector bad = {tally(50), tally(0), tally(0)}, good = {tally(0), tally(0), tally(0)};
  Instant now = test_start;
  for (const Duration expected : {30s, 60s, 90s}) {
    EXPECT_EQ(outliers.judge(bad, now).at(0).time, expected);
    now += expected;
  }
  EXPECT_TRUE(outliers.judge(good, now).empty());
  EXPECT_TRUE(outliers.judge(good, now).empty());
  EXPECT_EQ(outliers.judge(bad, now).at(0).time, 60s);
}

}  // namespace foreshock::mitigate::outliers_test
