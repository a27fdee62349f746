#include "mitigate/latency_estimate.h"

#include <cmath>

#include <gtest/gtest.h>

#include "mitigate/mitigate_test.h"

namespace foreshock::mitigate::latency_estimate_test {

using namespace std::chrono_literals;

TEST(LatencyEstimate, RisesAtOnceFallsSlowlyAndIsForgotten) {
  LatencyEstimate estimate(10s);
  Instant now = test_start;
  EXPECT_EQ(estimate.value(now), std::nullopt);
  estimate.note(200ms, now);
  EXPECT_NEAR(*estimate.value(now), 0.2, 1e-6);
  estimate.note(1s, now);
  EXPECT_NEAR(*estimate.value(now), 1, 1e-6) << "a peak counts at once";
  now += 10s;
  estimate.note(200ms, now);
  EXPECT_NEAR(*estimate.value(now), 1 - 0.8 * (1 - std::exp(-1)), 1e-6);
  EXPECT_TRUE(estimate.value(now + 30s));
  EXPECT_EQ(estimate.value(now + 31s), std::nullopt);
  estimate.note(100ms, now + 31s);
  EXPECT_NEAR(*estimate.value(now + 31s), 0.1, 1e-6) << "as if it were new";
}

TEST(LatencyEstimate, AClockThatIsBehindDoesNoHarm) {
  LatencyEstimate estimate(10s);
  estimate.note(200ms, test_start);
  estimate.note(100ms, test_start - 20ms);
  EXPECT_NEAR(*estimate.value(test_start - 20ms), 0.2, 1e-6);
}

}  // namespace foreshock::mitigate::latency_estimate_test
