#include "store/observation_ring.h"

#include <algorithm>

namespace foreshock::store {
namespace observation_ring_impl {

// Records lie nearly in the order of their end: after so many in a row that are too old, all others are.
constexpr size_t old_enough = 1'000;
constexpr uint64_t search_width = 5'000;  // on either side

}  // namespace observation_ring_impl

void ObservationRing::take(const Observation& observation) {
  const ObservationRecord record = pack(observation);
  const std::lock_guard lock(mutex_);
  if (file_.mend()) file_.append(record);
}

ring_format::Slot ObservationRing::copy_of(uint64_t sequence) const {
  const std::lock_guard lock(mutex_);
  if (!file_.mend()) return {};
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

std::optional<ObservationRecord> ObservationRing::find(uint64_t number) const {
  const std::lock_guard lock(mutex_);
  if (!file_.mend()) return std::nullopt;
  const uint64_t highest = file_.highest_sequence();
  const uint64_t oldest = highest - std::min<uint64_t>(highest, file_.kept()) + 1;
  const uint64_t ahead = file_.highest_number() - std::min(file_.highest_number(), number);
  const uint64_t place = highest - std::min(highest, ahead);
  for (uint64_t away = 0; away < observation_ring_impl::search_width; ++away)
    for (const uint64_t sequence : {place - std::min(place, away), place + away}) {
      if (sequence < oldest || sequence > highest) continue;
      const auto slot = ring_format::copy_slot(file_.slot_of(sequence));
      if (slot.sequence == sequence && number_of(slot.record) == number && ring_format::is_whole(slot))
        return slot.record;
    }
  return std::nullopt;
}

std::optional<Duration> ObservationRing::reach() const {
  const std::lock_guard lock(mutex_);
  if (!file_.mend()) return std::nullopt;
  const uint64_t highest = file_.highest_sequence();
  if (file_.kept() < file_.capacity() || highest <= file_.capacity()) return std::nullopt;
  const auto end = [&](uint64_t sequence) {
    return end_of(ring_format::copy_slot(file_.slot_of(sequence)).record);
  };
  return end(highest) - end(highest - file_.capacity() + 1);
}

size_t ObservationRing::capacity() const {
  return file_.capacity();
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
