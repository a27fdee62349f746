#pragma once
// Which contexts still lie in free KV blocks: the least recently used goes first.
#include <cstdint>
#include <list>
#include <unordered_map>

namespace foreshock::enginesim {

class ContextCache {
 public:
  // Tokens of OWNER's context; 0 when it is gone.
  int64_t tokens_of(uint64_t owner) const;
  void put(uint64_t owner, int64_t tokens);
  void touch(uint64_t owner);
  void remove(uint64_t owner);
  // Drops contexts until at most CAPACITY tokens are left.
  void shrink_to(int64_t capacity);
  void clear();

 private:
  struct Entry {
    uint64_t owner;
    int64_t tokens;
  };
  std::list<Entry> entries_;  // the oldest first
  std::unordered_map<uint64_t, std::list<Entry>::iterator> by_owner_;
  int64_t tokens_ = 0;
};

}  // namespace foreshock::enginesim
