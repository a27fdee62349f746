#include "enginesim/context_cache.h"

namespace foreshock::enginesim {

int64_t ContextCache::tokens_of(uint64_t owner) const {
  const auto found = by_owner_.find(owner);
  return found == by_owner_.end() ? 0 : found->second->tokens;
}

void ContextCache::put(uint64_t owner, int64_t tokens) {
  remove(owner);
  by_owner_[owner] = entries_.insert(entries_.end(), Entry{owner, tokens});
  tokens_ += tokens;
}

void ContextCache::touch(uint64_t owner) {
  const auto found = by_owner_.find(owner);
  if (found != by_owner_.end()) entries_.splice(entries_.end(), entries_, found->second);
}

void ContextCache::remove(uint64_t owner) {
  const auto found = by_owner_.find(owner);
  if (found == by_owner_.end()) return;
  tokens_ -= found->second->tokens;
  entries_.erase(found->second);
  by_owner_.erase(found);
}

void ContextCache::shrink_to(int64_t capacity) {
  while (tokens_ > capacity && !entries_.empty()) {
    const uint64_t oldest = entries_.front().owner;
    remove(oldest);
  }
}

void ContextCache::clear() {
  entries_.clear();
  by_owner_.clear();
  tokens_ = 0;
}

}  // namespace foreshock::enginesim
