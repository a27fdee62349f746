#include "collect/memory_split.h"

#include <random>

#include <gtest/gtest.h>

namespace foreshock::collect::memory_split_test {

TEST(MemorySplit, WhatIsBeyondWeightsAndKvIsActivations) {
  const auto split = split_memory(70e9, 16e9, 50e9).value();
  EXPECT_EQ(split.weights, 16e9);
  EXPECT_EQ(split.kv, 50e9);
  EXPECT_EQ(split.activations, 4e9);
}

TEST(MemorySplit, AnEngineThatStillLoadsHasWeightsFirst) {
  EXPECT_EQ(split_memory(10e9, 16e9, 50e9)->weights, 10e9);
  EXPECT_EQ(split_memory(10e9, 16e9, 50e9)->kv, 0);
  EXPECT_EQ(split_memory(20e9, 16e9, 50e9)->kv, 4e9);
  EXPECT_EQ(split_memory(20e9, 16e9, 50e9)->activations, 0);
}

TEST(MemorySplit, WithoutOneOfTheThreeThereIsNone) {
  EXPECT_FALSE(split_memory(std::nullopt, 1, 1));
  EXPECT_FALSE(split_memory(1, std::nullopt, 1));
  EXPECT_FALSE(split_memory(1, 1, std::nullopt));
}

TEST(MemorySplit, TheThreeMakeUpWhatIsUsedAndNoneIsNegative) {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<int64_t> bytes(-(int64_t{1} << 36), int64_t{1} << 39);
  for (int round = 0; round < 10'000; ++round) {
    const auto used = static_cast<double>(bytes(random));
    const auto weights = static_cast<double>(bytes(random)), kv = static_cast<double>(bytes(random));
    const auto split = split_memory(used, weights, kv);
    ASSERT_EQ(split.has_value(), used >= 0);
    if (!split) continue;
    ASSERT_EQ(split->weights + split->kv + split->activations, used);
    ASSERT_GE(std::min({split->weights, split->kv, split->activations}), 0);
  }
}

}  // namespace foreshock::collect::memory_split_test
