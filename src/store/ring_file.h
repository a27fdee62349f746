#pragma once
// The ring file on disk: opened, locked to this process, checked, resized and mapped.
#include <cstdint>
#include <span>
#include <string>

#include "core/file_descriptor.h"
#include "core/option.h"
#include "core/result.h"
#include "store/memory_map.h"
#include "store/ring_format.h"

namespace foreshock::store {

// Not thread-safe. All of its space is reserved on disk, so that writing later cannot fail.
class RingFile {
 public:
  // Opens or makes PATH with room for as many records as SIZE holds. Records that survive are kept when the
  // size changes or the header is damaged; a damaged file is first set aside as PATH.damaged. Errors: io
  // (also when another process has it open), newer_format.
  static Result<RingFile> open(const std::string& path, Bytes size);

  uint64_t highest_sequence() const { return found_.highest_sequence; }
  uint64_t highest_number() const { return found_.highest_number; }
  size_t kept() const { return found_.whole; }
  size_t capacity() const { return ring_format::slots_in(map_.bytes().size()); }

  // Overwrites the oldest record; about 1.5 µs.
  void append(const ObservationRecord& record);
  // The bytes of the slot in which the record of SEQUENCE (> 0) lies, or lay; check with
  // ring_format::read_slot.
  std::span<const std::byte> slot_of(uint64_t sequence) const;

 private:
  RingFile(FileDescriptor file, MemoryMap map);

  FileDescriptor file_;
  MemoryMap map_;
  ring_format::Survey found_;
};

}  // namespace foreshock::store
