#include "enginesim/kv_blocks.h"

namespace foreshock::enginesim {

KvBlocks::KvBlocks(int64_t count) : blocks_(static_cast<size_t>(count) + 1), free_(count) {
  const auto size = static_cast<BlockId>(blocks_.size());
  for (BlockId block = 0; block < size; ++block) {
    blocks_[block].previous = (block + size - 1) % size;
    blocks_[block].next = (block + 1) % size;
  }
}

void KvBlocks::unlink(BlockId block) {
  blocks_[blocks_[block].previous].next = blocks_[block].next;
  blocks_[blocks_[block].next].previous = blocks_[block].previous;
  --free_;
}

std::optional<BlockId> KvBlocks::take() {
  if (free_ == 0) return std::nullopt;
  const BlockId block = blocks_[end_of_list()].next;
  unlink(block);
  blocks_[block].holders = 1;
  return block;
}

void KvBlocks::share(BlockId block) {
  if (blocks_[block].holders++ == 0) unlink(block);
}

void KvBlocks::release(BlockId block) {
  if (--blocks_[block].holders > 0) return;
  const BlockId end = end_of_list();
  const BlockId last = blocks_[end].previous;
  blocks_[block].previous = last;
  blocks_[block].next = end;
  blocks_[last].next = block;
  blocks_[end].previous = block;
  ++free_;
}

}  // namespace foreshock::enginesim
