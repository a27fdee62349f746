#include "enginesim/kv_blocks.h"

#include <gtest/gtest.h>

namespace foreshock::enginesim::kv_blocks_test {

TEST(KvBlocks, AreTakenUntilNoneIsLeft) {
  KvBlocks blocks(3);
  EXPECT_EQ(blocks.take(), 0u);
  EXPECT_EQ(blocks.take(), 1u);
  EXPECT_EQ(blocks.take(), 2u);
  EXPECT_EQ(blocks.take(), std::nullopt);
  EXPECT_DOUBLE_EQ(blocks.used_share(), 1);
}

TEST(KvBlocks, TheLongestFreeIsReusedFirst) {
  KvBlocks blocks(3);
  for (int i = 0; i < 3; ++i) (void)blocks.take();
  blocks.release(1);
  blocks.release(0);
  EXPECT_EQ(blocks.free(), 2);
  EXPECT_EQ(blocks.take(), 1u);
  EXPECT_EQ(blocks.take(), 0u);
}

TEST(KvBlocks, AreFreeWhenTheLastHolderLeaves) {
  KvBlocks blocks(2);
  const BlockId block = *blocks.take();
  blocks.share(block);
  blocks.release(block);
  EXPECT_EQ(blocks.free(), 1);
  blocks.release(block);
  EXPECT_EQ(blocks.free(), 2);
}

TEST(KvBlocks, AFreeOneCanBeSharedAgainFromTheMiddleOfTheOrder) {
  KvBlocks blocks(3);
  for (int i = 0; i < 3; ++i) (void)blocks.take();
  for (const BlockId block : {0u, 1u, 2u}) blocks.release(block);
  blocks.share(1);
  EXPECT_EQ(blocks.free(), 2);
  EXPECT_EQ(blocks.take(), 0u);
  EXPECT_EQ(blocks.take(), 2u);
  EXPECT_EQ(blocks.take(), std::nullopt);
}

}  // namespace foreshock::enginesim::kv_blocks_test
