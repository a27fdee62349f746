#include "enginesim/statistics.h"

#include <gtest/gtest.h>

namespace foreshock::enginesim::statistics_test {

using namespace std::chrono_literals;

TEST(Histogram, CountsByUpperBoundInclusive) {
  constexpr std::array bounds = {0.1, 1.0};
  Histogram histogram(bounds);
  histogram.observe(100ms);
  histogram.observe(101ms);
  histogram.observe(1s);
  histogram.observe(5s);
  EXPECT_EQ(histogram.cumulative(0), 1);
  EXPECT_EQ(histogram.cumulative(1), 3);
  EXPECT_EQ(histogram.cumulative(2), 4);
  EXPECT_EQ(histogram.count(), 4);
  EXPECT_DOUBLE_EQ(histogram.sum(), 0.1 + 0.101 + 1 + 5);
}

}  // namespace foreshock::enginesim::statistics_test
