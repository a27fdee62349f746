#pragma once
// Which block holds which prefix: found by the identity of the token sequence that ends with it.
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "enginesim/kv_blocks.h"

namespace foreshock::enginesim {

class PrefixCache {
 public:
  explicit PrefixCache(int64_t blocks) : hash_of_(static_cast<size_t>(blocks)) {}

  std::optional<BlockId> find(uint64_t hash) const;
  // BLOCK holds the prefix HASH from now on. Where another block holds it already, that one stays.
  void insert(uint64_t hash, BlockId block);
  // BLOCK is about to be overwritten.
  void forget(BlockId block);
  // No block holds a prefix any more.
  void clear();
  size_t size() const { return block_of_.size(); }

 private:
  std::unordered_map<uint64_t, BlockId> block_of_;
  std::vector<std::optional<uint64_t>> hash_of_;  // by block
};

}  // namespace foreshock::enginesim
