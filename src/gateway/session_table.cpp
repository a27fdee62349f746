#include "gateway/session_table.h"

namespace foreshock::gateway {
namespace session_table_impl {

constexpr uint64_t forgotten_after = 24 * 60;  // minutes

// A slot: 36 bits of the session, the minute of its last use (45 days, then round), the backend + 1 (0:
// free).
constexpr uint64_t tag_mask = ~uint64_t{0} << 28;

uint64_t minute_of(Instant now) {
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(now.time_since_epoch()).count();
  return static_cast<uint64_t>(minutes) & 0xffff;
}

// In minutes. Another worker's clock may have been a little ahead.
uint64_t age(uint64_t slot, uint64_t minute) {
  const uint64_t minutes = (minute - (slot >> 12)) & 0xffff;
  return minutes > 0xfff0 ? 0 : minutes;
}

}  // namespace session_table_impl

std::optional<size_t> SessionTable::find(uint64_t session, Instant now) const {
  using namespace session_table_impl;
  const Slot* set = set_of(session);
  for (size_t i = 0; i < ways; ++i) {
    const uint64_t slot = set[i].load(std::memory_order_relaxed);
    const uint64_t backend = slot & 0xfff;
    if (backend != 0 && ((slot ^ session) & tag_mask) == 0 && age(slot, minute_of(now)) <= forgotten_after)
      return backend - 1;
  }
  return std::nullopt;
}

void SessionTable::keep(uint64_t session, size_t backend, Instant now) {
  using namespace session_table_impl;
  const uint64_t minute = minute_of(now);
  Slot* set = set_of(session);
  Slot* chosen = nullptr;
  uint64_t oldest = 0;
  for (size_t i = 0; i < ways; ++i) {
    const uint64_t slot = set[i].load(std::memory_order_relaxed);
    const bool is_free = (slot & 0xfff) == 0, is_own = !is_free && ((slot ^ session) & tag_mask) == 0;
    const uint64_t rank = is_own ? ~uint64_t{0} : is_free ? 0x10000 : age(slot, minute);
    if (chosen != nullptr && rank <= oldest) continue;
    chosen = &set[i];
    oldest = rank;
  }
  chosen->store((session & tag_mask) | minute << 12 | ((backend + 1) & 0xfff), std::memory_order_relaxed);
}

}  // namespace foreshock::gateway
