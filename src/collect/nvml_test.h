#pragma once
// The stub library, as a test sets it.
#include <string>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "collect/nvml_stub/nvml_stub.h"

namespace foreshock::collect {

constexpr unsigned long long gib = 1ULL << 30;

// Two devices of 80 GiB, of which half a GiB is the driver's; the first one is busy.
inline StubNvml two_devices() {
  StubNvml stub;
  stub.count = 2;
  for (StubDevice& device : stub.devices) {
    device.highest_clock = 1980;
    device.clock = 990;
    device.milliwatts = 90'500;
    device.celsius = 41;
    device.total = 80 * gib;
    device.reserved = gib / 2;
    device.free = device.total - device.reserved;
  }
  stub.devices[0].busy = 95;
  stub.devices[0].memory_busy = 60;
  stub.devices[0].clock = 1980;
  stub.devices[0].free -= 70 * gib;
  return stub;
}

const char* nvml_stub_path();  // of today's

// Holds the library open, so that what is set stays for all who open it besides.
class StubLibrary {
 public:
  explicit StubLibrary(const char* path = nvml_stub_path(), const StubNvml& stub = two_devices())
      : path_(path), handle_(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    stub_ = reinterpret_cast<StubNvml* (*)()>(dlsym(handle_, stub_nvml_entry))();
    *stub_ = stub;
  }
  ~StubLibrary() { dlclose(handle_); }
  StubLibrary(const StubLibrary&) = delete;
  StubLibrary& operator=(const StubLibrary&) = delete;

  const std::string& path() const { return path_; }
  StubNvml* operator->() const { return stub_; }

 private:
  std::string path_;
  void* handle_;
  StubNvml* stub_;
};

}  // namespace foreshock::collect
