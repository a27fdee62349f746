#include "enginesim/logprobs.h"

#include <set>

#include <gtest/gtest.h>

namespace foreshock::enginesim::logprobs_test {

TEST(Logprobs, AreADistributionWithTheChosenTokenFirst) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const Logprobs drawn = draw_logprobs(" cache", 20, Language::english, random);
    ASSERT_EQ(drawn.top.size(), 20u);
    EXPECT_EQ(drawn.top.front().token, " cache");
    EXPECT_EQ(drawn.top.front().logprob, drawn.chosen);
    double sum = 0;
    std::set<std::string> tokens;
    for (size_t i = 0; i < drawn.top.size(); ++i) {
      sum += std::exp(drawn.top[i].logprob);
      tokens.insert(drawn.top[i].token);
      if (i > 0) {
        ASSERT_LT(drawn.top[i].logprob, drawn.top[i - 1].logprob);
      }
    }
    ASSERT_LE(sum, 1 + 1e-12);
    ASSERT_GT(sum, 0.96);
    EXPECT_EQ(tokens.size(), 20u);
  }
}

TEST(Logprobs, WithoutTopTellOnlyTheChosenToken) {
  Random random(1);
  const Logprobs drawn = draw_logprobs("x", 0, Language::chinese, random);
  EXPECT_TRUE(drawn.top.empty());
  EXPECT_LT(drawn.chosen, 0);
}

}  // namespace foreshock::enginesim::logprobs_test
