#include "enginesim/prefix_cache.h"

#include <gtest/gtest.h>

namespace foreshock::enginesim::prefix_cache_test {

TEST(PrefixCache, FindsWhatItWasGivenUntilTheBlockIsOverwritten) {
  PrefixCache cache(4);
  cache.insert(77, 2);
  EXPECT_EQ(cache.find(77), 2u);
  EXPECT_EQ(cache.find(78), std::nullopt);
  cache.forget(2);
  EXPECT_EQ(cache.find(77), std::nullopt);
  EXPECT_EQ(cache.size(), 0u);
}

TEST(PrefixCache, KeepsTheFirstOfTwoBlocksWithTheSamePrefix) {
  PrefixCache cache(4);
  cache.insert(77, 0);
  cache.insert(77, 1);
  EXPECT_EQ(cache.find(77), 0u);
  cache.forget(1);
  EXPECT_EQ(cache.find(77), 0u);
}

TEST(PrefixCache, ClearedFindsNothingAndTakesAllAnew) {
  PrefixCache cache(4);
  cache.insert(77, 0);
  cache.clear();
  EXPECT_EQ(cache.find(77), std::nullopt);
  cache.insert(77, 1);
  cache.forget(0);
  EXPECT_EQ(cache.find(77), 1u) << "block 0 holds nothing any more";
}

}  // namespace foreshock::enginesim::prefix_cache_test
