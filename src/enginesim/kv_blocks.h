#pragma once
// The pages of the KV cache: which are held, by how many sequences, and in which order free ones are reused.
#include <cstdint>
#include <optional>
#include <vector>

namespace foreshock::enginesim {

using BlockId = uint32_t;

// All operations are O(1). A released block keeps its place in the order of reuse, so that what a prefix
// cache knows about it stays true until it is taken again.
class KvBlocks {
 public:
  explicit KvBlocks(int64_t count);

  // The block that has been free for longest, held once; nothing when all are held.
  std::optional<BlockId> take();
  // One more holder of a block, free or held.
  void share(BlockId block);
  // One holder less; the last one makes it free, to be reused after all others.
  void release(BlockId block);

  int64_t count() const { return static_cast<int64_t>(blocks_.size()) - 1; }
  int64_t free() const { return free_; }
  double used_share() const { return static_cast<double>(count() - free_) / static_cast<double>(count()); }

 private:
  struct Block {
    uint32_t holders = 0;
    BlockId previous = 0, next = 0;  // of the circular list of free blocks
  };
  void unlink(BlockId block);
  BlockId end_of_list() const { return static_cast<BlockId>(blocks_.size() - 1); }

  std::vector<Block> blocks_;  // the last one is the end of the list, not a page
  int64_t free_;
};

}  // namespace foreshock::enginesim
