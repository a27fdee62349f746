#pragma once
// The bytes of a ring file, little-endian: a header of one page, then slots of one record each. The page for
// readers is docs/format/store.md.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "store/observation_record.h"

namespace foreshock::store::ring_format {

inline constexpr uint64_t magic = 0x474E495245524F46;  // the bytes "FORERING"
inline constexpr uint32_t version = 2;
inline constexpr size_t header_size = 4096;
inline constexpr size_t slot_size = 512;

struct Header {
  uint64_t magic;
  uint32_t version;
  uint32_t slot_size;
};

// SEQUENCE counts from 1; 0 marks a slot that holds nothing. CRC covers the sequence and the record.
struct Slot {
  uint64_t sequence;
  uint32_t crc;
  uint32_t reserved;
  ObservationRecord record;
};
static_assert(sizeof(Slot) == slot_size);

// OLDER: its records are those of observation_record_1.h.
enum class HeaderState : uint8_t { right, older, newer, damaged };
HeaderState check_header(std::span<const std::byte> file);
void write_header(std::span<std::byte> file);

// How many slots a file of that many bytes has.
size_t slots_in(size_t file_size);
// The bytes of slot INDEX.
std::span<std::byte> slot_at(std::span<std::byte> file, size_t index);
std::span<const std::byte> slot_at(std::span<const std::byte> file, size_t index);

// Writes so that a process killed at any moment leaves the slot empty, or whole.
void write_slot(std::span<std::byte> slot, uint64_t sequence, const ObservationRecord& record);
// The slot as it stands, cheap; and whether it is whole, which costs a CRC.
Slot copy_slot(std::span<const std::byte> slot);
bool is_whole(const Slot& slot);
// The slot, if it is whole.
std::optional<Slot> read_slot(std::span<const std::byte> slot);

struct Survey {
  uint64_t highest_sequence = 0;
  uint64_t highest_number = 0;
  size_t whole = 0;
  size_t damaged = 0;  // not whole although a sequence says so
};
// Reads all slots: about 1.5 ms a MiB.
Survey survey(std::span<const std::byte> file);

// Every whole slot, oldest first.
std::vector<Slot> whole_slots(std::span<const std::byte> file);

}  // namespace foreshock::store::ring_format
