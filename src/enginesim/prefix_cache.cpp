#include "enginesim/prefix_cache.h"

#include <algorithm>

namespace foreshock::enginesim {

std::optional<BlockId> PrefixCache::find(uint64_t hash) const {
  const auto found = block_of_.find(hash);
  if (found == block_of_.end()) return std::nullopt;
  return found->second;
}

void PrefixCache::insert(uint64_t hash, BlockId block) {
  if (block_of_.try_emplace(hash, block).second) hash_of_[block] = hash;
}

void PrefixCache::forget(BlockId block) {
  if (!hash_of_[block]) return;
  block_of_.erase(*hash_of_[block]);
  hash_of_[block].reset();
}

void PrefixCache::clear() {
  block_of_.clear();
  std::fill(hash_of_.begin(), hash_of_.end(), std::nullopt);
}

}  // namespace foreshock::enginesim
