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
  // size changes or the header is damaged; a damaged file is first set aside as PATH.damaged. Errors: io,
  // newer_format, bad_config (another process has it open).
  static Result<RingFile> open(const std::string& path, Bytes size);

  // One that ends with the process.
  static Result<RingFile> in_memory(Bytes size);

  // Copies the file FROM, which may be in use, to the new file TO: the records that are whole now. Errors as
  // of open().
  static Result<void> copy(const std::string& from, const std::string& to);
  // Holds PATH, which is made when it is missing, so that no process can open it. Errors as of open().
  static Result<FileDescriptor> hold(const std::string& path);

  uint64_t highest_sequence() const { return found_.highest_sequence; }
  uint64_t highest_number() const { return found_.highest_number; }
  size_t kept() const { return found_.whole; }
  size_t capacity() const { return ring_format::slots_in(map_.bytes().size()); }

  // Overwrites the oldest record; about 1.5 µs.
  void append(const ObservationRecord& record);
  // To be called before each use of what lies in it: memory of a file that somebody has cut short ends who
  // touches it. Such a file begins anew, and the log says so; false where there is no space for that. One
  // system call.
  bool mend();
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
