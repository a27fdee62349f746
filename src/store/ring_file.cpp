#include "store/ring_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "core/log.h"
#include "store/observation_record_1.h"

namespace foreshock::store {
namespace ring_file_impl {

using ring_format::HeaderState;

tl::unexpected<Error> io_error(std::string_view what, const std::string& path, int number) {
  return fail(
      Code::io, fmt::format("cannot {} '{}': {}", what, path, std::strerror(number)),
      "Check that data_dir exists on a disk with free space and may be written, or give another one.");
}

Result<FileDescriptor> open_locked(const std::string& path) {
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file) return io_error("open", path, errno);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file;
  if (errno != EWOULDBLOCK) return io_error("lock", path, errno);
  return fail(Code::bad_config, fmt::format("'{}' is in use by another Foreshock", path),
              "Stop the other process, or give another data_dir.");
}

Result<size_t> size_of(const FileDescriptor& file, const std::string& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return io_error("look at", path, errno);
  return static_cast<size_t>(status.st_size);
}

Result<MemoryMap> map(const FileDescriptor& file, const std::string& path, size_t size) {
  MemoryMap mapped(file.get(), size);
  if (mapped.bytes().empty()) return io_error("map", path, errno);
  return mapped;
}

// Reserves the space and writes the header into an empty file.
Result<MemoryMap> initialise(const FileDescriptor& file, const std::string& path, size_t size) {
  if (const int refused = ::posix_fallocate(file.get(), 0, static_cast<off_t>(size)); refused != 0) {
    if (::ftruncate(file.get(), 0) != 0) log::warn("store", fmt::format("cannot empty '{}'", path));
    return io_error(fmt::format("reserve {} bytes for", size), path, refused);
  }
  FORESHOCK_TRY(MemoryMap mapped, map(file, path, size));
  ring_format::write_header(mapped.bytes());
  return mapped;
}

// The record as this version has it; nothing when it is none.
std::optional<ObservationRecord> up_to_date(const ObservationRecord& record, HeaderState state) {
  if (state != HeaderState::older) return record;
  const auto observation = unpack_version_1(record);
  return observation ? std::optional(pack(*observation)) : std::nullopt;
}

// STATE is that of the file FROM.
void copy_newest(std::span<const std::byte> from, HeaderState state, std::span<std::byte> to) {
  const auto slots = ring_format::whole_slots(from);
  const size_t capacity = ring_format::slots_in(to.size());
  const size_t skipped = slots.size() - std::min(slots.size(), capacity);
  for (const auto& slot : std::span(slots).subspan(skipped))
    if (const auto record = up_to_date(slot.record, state))
      ring_format::write_slot(ring_format::slot_at(to, (slot.sequence - 1) % capacity), slot.sequence,
                              *record);
}

// That holds as many records as SIZE has room for, at least one.
size_t file_size(Bytes size) {
  const auto bytes = static_cast<size_t>(std::max<int64_t>(size.value, 0));
  const size_t slots = std::max<size_t>(bytes / ring_format::slot_size, 1);
  return ring_format::header_size + slots * ring_format::slot_size;
}

struct Opened {
  FileDescriptor file;
  MemoryMap map;
};

// Makes the file anew with SIZE bytes and the records that survive in OLD.
Result<Opened> rebuild(const std::string& path, std::span<const std::byte> old, HeaderState state,
                       size_t size) {
  const std::string fresh_path = path + ".new";
  FORESHOCK_TRY(FileDescriptor file, open_locked(fresh_path));
  if (::ftruncate(file.get(), 0) != 0) return io_error("empty", fresh_path, errno);
  FORESHOCK_TRY(MemoryMap mapped, initialise(file, fresh_path, size));
  copy_newest(old, state, mapped.bytes());
  if (state == HeaderState::damaged) {
    const std::string aside = path + ".damaged";
    if (std::rename(path.c_str(), aside.c_str()) != 0) return io_error("set aside", path, errno);
    log::warn("store", fmt::format("'{}' was damaged; it is now '{}'", path, aside));
  }
  if (std::rename(fresh_path.c_str(), path.c_str()) != 0) return io_error("replace", path, errno);
  return Opened{std::move(file), std::move(mapped)};
}

Result<Opened> open_or_rebuild(const std::string& path, size_t size) {
  FORESHOCK_TRY(FileDescriptor file, open_locked(path));
  FORESHOCK_TRY(const size_t size_now, size_of(file, path));
  if (size_now == 0) {
    FORESHOCK_TRY(MemoryMap mapped, initialise(file, path, size));
    return Opened{std::move(file), std::move(mapped)};
  }
  FORESHOCK_TRY(MemoryMap mapped, map(file, path, size_now));
  const HeaderState state = ring_format::check_header(mapped.bytes());
  if (state == HeaderState::newer)
    return fail(Code::newer_format, fmt::format("'{}' was written by a newer Foreshock", path));
  if (state == HeaderState::right && size_now == size) return Opened{std::move(file), std::move(mapped)};
  return rebuild(path, mapped.bytes(), state, size);
}

}  // namespace ring_file_impl

RingFile::RingFile(FileDescriptor file, MemoryMap map)
    : file_(std::move(file)), map_(std::move(map)), found_(ring_format::survey(map_.bytes())) {}

Result<RingFile> RingFile::in_memory(Bytes size) {
  MemoryMap mapped = MemoryMap::anonymous(ring_file_impl::file_size(size));
  if (mapped.bytes().empty()) return fail(Code::io, "there is no memory for the newest requests");
  ring_format::write_header(mapped.bytes());
  return RingFile(FileDescriptor{}, std::move(mapped));
}

Result<void> RingFile::copy(const std::string& from, const std::string& to) {
  using namespace ring_file_impl;
  const FileDescriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source) return io_error("open", from, errno);
  FORESHOCK_TRY(const size_t size, size_of(source, from));
  if (size < ring_format::header_size) return {};
  const MemoryMap mapped = MemoryMap::to_read(source.get(), size);
  if (mapped.bytes().empty()) return io_error("map", from, errno);
  FORESHOCK_TRY(const FileDescriptor target, open_locked(to));
  FORESHOCK_TRY(const MemoryMap written, initialise(target, to, size));
  copy_newest(mapped.bytes(), ring_format::check_header(mapped.bytes()), written.bytes());
  return {};
}

Result<FileDescriptor> RingFile::hold(const std::string& path) {
  return ring_file_impl::open_locked(path);
}

Result<RingFile> RingFile::open(const std::string& path, Bytes size) {
  FORESHOCK_TRY(auto opened, ring_file_impl::open_or_rebuild(path, ring_file_impl::file_size(size)));
  RingFile ring(std::move(opened.file), std::move(opened.map));
  if (ring.found_.damaged > 0)
    log::warn("store", fmt::format("dropped damaged records of '{}': {}", path, ring.found_.damaged));
  return ring;
}

bool RingFile::mend() {
  const size_t size = map_.bytes().size();
  struct stat status {};
  if (!file_ || ::fstat(file_.get(), &status) != 0 || static_cast<size_t>(status.st_size) >= size)
    return true;
  if (::posix_fallocate(file_.get(), 0, static_cast<off_t>(size)) != 0) return false;
  log::warn("store", "observations.ring was cut short by another program: it begins anew");
  ring_format::write_header(map_.bytes());
  found_.whole = 0;
  return true;
}

void RingFile::append(const ObservationRecord& record) {
  const uint64_t sequence = ++found_.highest_sequence;
  ring_format::write_slot(ring_format::slot_at(map_.bytes(), (sequence - 1) % capacity()), sequence, record);
  found_.highest_number = std::max(found_.highest_number, number_of(record));
  found_.whole = std::min(found_.whole + 1, capacity());
}

std::span<const std::byte> RingFile::slot_of(uint64_t sequence) const {
  return ring_format::slot_at(std::span<const std::byte>(map_.bytes()), (sequence - 1) % capacity());
}

}  // namespace foreshock::store
