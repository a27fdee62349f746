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

TEST(Logprobs, FaultsRaiseTheEntropyAndDropTheTop) {
  Random random(3);
  double healthy = 0, raised = 0;
  for (int i = 0; i < 2000; ++i) {
    healthy += entropy_of(draw_certainty(random)) / 2000;
    raised += entropy_of(draw_certainty(random, {.added_entropy = 3})) / 2000;
  }
  EXPECT_NEAR(raised - healthy, 3, 0.1);
  const Logprobs dropped = draw_logprobs(" cache", 5, Language::english, random, {.top_dropped = true});
  EXPECT_GT(dropped.top.front().logprob, std::log(0.9));
  EXPECT_NE(dropped.top.front().token, " cache");
  EXPECT_EQ(dropped.top[1].token, " cache");
  EXPECT_EQ(dropped.chosen, dropped.top[1].logprob);
}

TEST(Logprobs, EntropyAndCertaintyAreTheSameThing) {
  EXPECT_NEAR(entropy_of(0.5), 2, 1e-12);  // 1/2, 1/4, 1/8, …
  for (const double bits : {0.1, 1.0, 2.0, 8.5, 12.0})
    EXPECT_NEAR(entropy_of(certainty_of(bits)), bits, 1e-6);
}

TEST(Logprobs, WithoutTopTellOnlyTheChosenToken) {
  Random random(1);
  const Logprobs drawn = draw_logprobs("x", 0, Language::chinese, random);
  EXPECT_TRUE(drawn.top.empty());
  EXPECT_LT(drawn.chosen, 0);
}

}  // namespace foreshock::enginesim::logprobs_test
