#include "mitigate/allowance.h"

#include <gtest/gtest.h>

namespace foreshock::mitigate::allowance_test {

using namespace std::chrono_literals;

constexpr Instant noon{1'800'000'000s};

TEST(Allowance, WithoutLimitsAllIsLetIn) {
  Allowance free({}, noon);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(free.admit(noon));
}

TEST(Allowance, RequestsFillAMinuteAndThenComeEvenly) {
  Allowance allowance({.requests_per_minute = 30}, noon);
  for (int i = 0; i < 30; ++i) EXPECT_FALSE(allowance.admit(noon)) << i;
  EXPECT_EQ(allowance.admit(noon), 2s);
  EXPECT_EQ(allowance.admit(noon + 1s), 1s);
  EXPECT_FALSE(allowance.admit(noon + 2s));
  EXPECT_EQ(allowance.admit(noon + 2s), 2s);
}

TEST(Allowance, TokensAreWaitedForOnceTheyAreKnown) {
  Allowance allowance({.tokens_per_minute = 6000}, noon);
  EXPECT_FALSE(allowance.admit(noon));
  allowance.ended(6400, noon);
  EXPECT_EQ(allowance.admit(noon), 4010ms) << "400 too many and one, at 100 a second";
  EXPECT_FALSE(allowance.admit(noon + 4010ms));
}

TEST(Allowance, SoManyAtATime) {
  Allowance allowance({.in_flight = 2}, noon);
  EXPECT_FALSE(allowance.admit(noon));
  EXPECT_FALSE(allowance.admit(noon));
  EXPECT_EQ(allowance.admit(noon), 1s);
  allowance.ended(5, noon);
  EXPECT_FALSE(allowance.admit(noon));
}

TEST(Allowance, AClockThatGoesBackGivesNothing) {
  Allowance allowance({.requests_per_minute = 60}, noon);
  for (int i = 0; i < 60; ++i) allowance.admit(noon);
  EXPECT_EQ(allowance.admit(noon - 1h), 1s);
}

}  // namespace foreshock::mitigate::allowance_test
