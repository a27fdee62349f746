#include "bench/arrivals.h"

#include <cmath>

#include <gtest/gtest.h>

namespace foreshock::bench::arrivals_test {

TEST(PoissonArrivals, HaveTheRateAndTheSpreadOfAPoissonProcess) {
  PoissonArrivals arrivals(4, 1);
  constexpr int count = 40'000;
  double sum = 0, squares = 0, before = 0;
  for (int i = 0; i < count; ++i) {
    const double at = seconds(arrivals.next());
    ASSERT_GE(at, before);
    sum += at - before;
    squares += (at - before) * (at - before);
    before = at;
  }
  const double mean = sum / count;
  EXPECT_NEAR(mean, 0.25, 0.005);
  EXPECT_NEAR(std::sqrt(squares / count - mean * mean) / mean, 1, 0.02) << "the coefficient of variation";
}

TEST(PoissonArrivals, AreTheSameForTheSameSeed) {
  PoissonArrivals a(100, 7), b(100, 7), c(100, 8);
  const Duration first = a.next();
  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, c.next());
}

}  // namespace foreshock::bench::arrivals_test
