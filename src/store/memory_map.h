#pragma once
// A file mapped into memory, shared with the file, unmapped when it goes.
#include <cstddef>
#include <span>
#include <utility>

#include <sys/mman.h>

namespace foreshock::store {

class MemoryMap {
 public:
  MemoryMap() = default;
  // Maps the first SIZE bytes of the open file, for reading and writing; empty when the system refuses.
  MemoryMap(int descriptor, size_t size) {
    void* address = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (address != MAP_FAILED) bytes_ = {static_cast<std::byte*>(address), size};
  }
  // The same for reading only: who writes to it dies.
  static MemoryMap to_read(int descriptor, size_t size) {
    MemoryMap map;
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (address != MAP_FAILED) map.bytes_ = {static_cast<std::byte*>(address), size};
    return map;
  }
  // Bytes of no file, all zero; empty when the system refuses.
  static MemoryMap anonymous(size_t size) {
    MemoryMap map;
    void* address = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (address != MAP_FAILED) map.bytes_ = {static_cast<std::byte*>(address), size};
    return map;
  }
  MemoryMap(MemoryMap&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MemoryMap& operator=(MemoryMap&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MemoryMap() {
    if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
  }

  std::span<std::byte> bytes() const { return bytes_; }

 private:
  std::span<std::byte> bytes_;
};

}  // namespace foreshock::store
