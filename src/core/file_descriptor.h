#pragma once
// An open file, socket or other descriptor, closed at the end of its life.
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace foreshock {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  // Owns DESCRIPTOR; a negative one is none.
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileDescriptor() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  // Another one of the same open file; none where there is none, or no descriptor is free.
  FileDescriptor duplicate() const { return FileDescriptor(fcntl(descriptor_, F_DUPFD_CLOEXEC, 0)); }
  int get() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
};

}  // namespace foreshock
