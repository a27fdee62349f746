#include "enginesim/even_draws.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace foreshock::enginesim::even_draws_test {

TEST(EvenDraws, OneOfEachThousandAndTwentyFourLiesInEachStratumOfEachDimension) {
  for (int dimension = 0; dimension < even_dimensions; ++dimension) {
    std::set<int> strata;
    for (uint64_t n = 2048; n < 3072; ++n)
      strata.insert(static_cast<int>(even_uniform(1, even_place(1, n), dimension) * 1024));
    EXPECT_EQ(strata.size(), 1024u) << dimension;
  }
}

TEST(EvenDraws, TwoDimensionsAreEvenTogether) {
  std::set<int> squares;
  for (uint64_t n = 0; n < 1024; ++n)
    squares.insert(static_cast<int>(even_uniform(5, even_place(5, n), 0) * 32) * 32 +
                   static_cast<int>(even_uniform(5, even_place(5, n), 1) * 32));
  EXPECT_EQ(squares.size(), 1024u);
}

TEST(EvenDraws, ARareShareComesOutNearlyExactly) {
  int hits = 0;
  for (uint64_t n = 0; n < 100 * 1024; ++n) hits += even_uniform(9, even_place(9, n)) < 0.0005;
  EXPECT_NEAR(hits, 51.2, 2);
}

TEST(EvenDraws, NeighboursAreIndependentAndSeedsDiffer) {
  double products = 0;
  for (uint64_t n = 0; n < 20480; ++n)
    products +=
        (even_uniform(3, even_place(3, n)) - 0.5) * (even_uniform(3, even_place(3, n + 1)) - 0.5) * 12;
  EXPECT_NEAR(products / 20480, 0, 4 / std::sqrt(20480.0));
  EXPECT_NE(even_uniform(1, 7), even_uniform(2, 7));
}

TEST(EvenDraws, NormalQuantilesInvertTheDistribution) {
  for (const double p : {1e-12, 1e-6, 0.01, 0.0749, 0.0751, 0.3, 0.5, 0.84134474, 0.99, 1 - 1e-9})
    EXPECT_NEAR(std::erfc(-normal_quantile(p) / std::sqrt(2.0)) / 2, p, p * 1e-5) << p;
  EXPECT_NEAR(normal_quantile(0.975), 1.959963985, 1e-6);
}

}  // namespace foreshock::enginesim::even_draws_test
