#include "store/ring_format.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "store/crc32.h"

namespace foreshock::store::ring_format {
namespace ring_format_impl {

uint32_t crc_of(uint64_t sequence, const ObservationRecord& record) {
  return crc32(record, crc32(std::as_bytes(std::span(&sequence, 1))));
}

}  // namespace ring_format_impl

HeaderState check_header(std::span<const std::byte> file) {
  if (file.size() < header_size) return HeaderState::damaged;
  Header header;
  std::memcpy(&header, file.data(), sizeof header);
  if (header.magic != magic) return HeaderState::damaged;
  if (header.version > version) return HeaderState::newer;
  if (header.slot_size != slot_size || header.version == 0) return HeaderState::damaged;
  return header.version == version ? HeaderState::right : HeaderState::older;
}

void write_header(std::span<std::byte> file) {
  const Header header{magic, version, slot_size};
  std::memcpy(file.data(), &header, sizeof header);
}

size_t slots_in(size_t file_size) {
  return file_size < header_size ? 0 : (file_size - header_size) / slot_size;
}

std::span<std::byte> slot_at(std::span<std::byte> file, size_t index) {
  return file.subspan(header_size + index * slot_size, slot_size);
}
std::span<const std::byte> slot_at(std::span<const std::byte> file, size_t index) {
  return file.subspan(header_size + index * slot_size, slot_size);
}

void write_slot(std::span<std::byte> slot, uint64_t sequence, const ObservationRecord& record) {
  auto& stored = *reinterpret_cast<uint64_t*>(slot.data() + offsetof(Slot, sequence));
  const std::atomic_ref<uint64_t> guard(stored);
  const uint32_t crc = ring_format_impl::crc_of(sequence, record);
  guard.store(0, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  std::memcpy(slot.data() + offsetof(Slot, crc), &crc, sizeof crc);
  std::memcpy(slot.data() + offsetof(Slot, record), record.data(), record.size());
  guard.store(sequence, std::memory_order_release);
}

Slot copy_slot(std::span<const std::byte> bytes) {
  Slot slot;
  std::memcpy(&slot, bytes.data(), sizeof slot);
  return slot;
}

bool is_whole(const Slot& slot) {
  return slot.sequence != 0 && slot.crc == ring_format_impl::crc_of(slot.sequence, slot.record);
}

std::optional<Slot> read_slot(std::span<const std::byte> bytes) {
  const Slot slot = copy_slot(bytes);
  return is_whole(slot) ? std::optional(slot) : std::nullopt;
}

Survey survey(std::span<const std::byte> file) {
  Survey found;
  for (size_t i = 0; i < slots_in(file.size()); ++i) {
    const auto bytes = slot_at(file, i);
    if (const auto slot = read_slot(bytes)) {
      ++found.whole;
      found.highest_sequence = std::max(found.highest_sequence, slot->sequence);
      found.highest_number = std::max(found.highest_number, number_of(slot->record));
    } else if (copy_slot(bytes).sequence != 0) {
      ++found.damaged;
    }
  }
  return found;
}

std::vector<Slot> whole_slots(std::span<const std::byte> file) {
  std::vector<Slot> slots;
  for (size_t i = 0; i < slots_in(file.size()); ++i)
    if (const auto slot = read_slot(slot_at(file, i))) slots.push_back(*slot);
  std::sort(slots.begin(), slots.end(),
            [](const Slot& left, const Slot& right) { return left.sequence < right.sequence; });
  return slots;
}

}  // namespace foreshock::store::ring_format
