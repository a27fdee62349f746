#pragma once
// Where the sessions of clients were answered last, so that their next turn finds its context there.
#include <atomic>
#include <memory>
#include <optional>

#include "core/instant.h"

namespace foreshock::gateway {

// From any thread, without a lock, in 512 KiB: 65,536 sessions in sets of four, as in a processor's cache.
// What is older than 24 h is forgotten, and where a set is full the one that was used longest ago. Two that
// write at once may lose one of the two.
class SessionTable {
 public:
  std::optional<size_t> find(uint64_t session, Instant now) const;
  // BACKEND: up to 4,094.
  void keep(uint64_t session, size_t backend, Instant now);

 private:
  static constexpr size_t sets = 16384, ways = 4;
  using Slot = std::atomic<uint64_t>;

  Slot* set_of(uint64_t session) const { return &slots_[(session % sets) * ways]; }

  std::unique_ptr<Slot[]> slots_ = std::make_unique<Slot[]>(sets * ways);
};

}  // namespace foreshock::gateway
