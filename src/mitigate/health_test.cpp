#include "mitigate/health.h"

#include <gtest/gtest.h>

namespace foreshock::mitigate::health_test {

TEST(Health, ChangesAfterEnoughChecksInARow) {
  const HealthOptions options{.healthy_after = 2, .unhealthy_after = 3};
  Health health;
  for (const bool passed : {false, false, true, false, false}) EXPECT_FALSE(health.note(passed, options));
  EXPECT_TRUE(health.is_well());
  EXPECT_TRUE(health.note(false, options));
  EXPECT_FALSE(health.is_well());
  for (const bool passed : {false, true, false, true}) EXPECT_FALSE(health.note(passed, options));
  EXPECT_FALSE(health.is_well());
  EXPECT_TRUE(health.note(true, options));
  EXPECT_TRUE(health.is_well());
}

}  // namespace foreshock::mitigate::health_test
