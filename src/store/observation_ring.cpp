#include "store/observation_ring.h"

namespace foreshock::store {
namespace observation_ring_impl {

// Records lie nearly in the order of their end: after so many in a row that are too old, all others are.
constexpr size_t old_enough = 1'000;

}  // namespace observation_ring_impl

void ObservationRing::take(const Observation& observation) {
  const ObservationRecord record = pack(observation);
  const std::lock_guard lock(mutex_);
  file_.append(record);
}

ring_format::Slot ObservationRing::copy_of(uint64_t sequence) const {
  const std::lock_guard lock(mutex_);
  return ring_format::copy_slot(file_.slot_of(sequence));
}

std::vector<Observation> ObservationRing::newest(size_t limit, Instant since) const {
  uint64_t sequence = 0;
  size_t capacity = 0;
  {
    const std::lock_guard lock(mutex_);
    sequence = file_.highest_sequence();
    capacity = file_.capacity();
  }
  std::vector<Observation> found;
  size_t old_in_a_row = 0;
  for (size_t seen = 0; seen < capacity && sequence > 0 && found.size() < limit; ++seen, --sequence) {
    const auto slot = copy_of(sequence);
    const bool old = slot.sequence != sequence || end_of(slot.record) < since;
    old_in_a_row = old ? old_in_a_row + 1 : 0;
    if (old_in_a_row > observation_ring_impl::old_enough) break;
    if (old || !ring_format::is_whole(slot)) continue;
    if (auto observation = unpack(slot.record)) found.push_back(std::move(*observation));
  }
  return found;
}

uint64_t ObservationRing::next_number() const {
  const std::lock_guard lock(mutex_);
  return file_.highest_number() + 1;
}

size_t ObservationRing::kept() const {
  const std::lock_guard lock(mutex_);
  return file_.kept();
}

}  // namespace foreshock::store
