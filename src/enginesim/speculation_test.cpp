#include "enginesim/speculation.h"

#include <gtest/gtest.h>

namespace foreshock::enginesim::speculation_test {

double mean_tokens(int64_t drafts, double acceptance) {
  Random random(11);
  double tokens = 0;
  constexpr int steps = 100000;
  for (int step = 0; step < steps; ++step)
    tokens += static_cast<double>(1 + accepted_drafts(drafts, acceptance, random));
  return tokens / steps;
}

TEST(Speculation, TheMeanFollowsTheFormula) {
  for (const double p : {0.1, 0.55, 0.8, 0.95})
    for (const int k : {1, 3, 5, 8}) {
      const double expected = (1 - std::pow(p, k + 1)) / (1 - p);
      EXPECT_NEAR(mean_tokens(k, p) / expected, 1, 0.02) << "p " << p << ", k " << k;
    }
}

TEST(Speculation, CertainAndImpossibleDrafts) {
  EXPECT_EQ(mean_tokens(4, 1), 5);
  EXPECT_EQ(mean_tokens(4, 0), 1);
  EXPECT_EQ(mean_tokens(0, 0.9), 1);
}

}  // namespace foreshock::enginesim::speculation_test
