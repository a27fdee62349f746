#pragma once
// What a test says of the devices that the stub library shows. A stand-in for NVIDIA's library: it makes up
// nothing else, and is no part of the product.
#include <array>

struct StubDevice {
  int answer = 0;                                                    // of every call about it; 15: it is lost
  int utilization_answer = 0, processes_answer = 0, ecc_answer = 0;  // of these alone; 3: not supported
  unsigned int busy = 0, memory_busy = 0;                            // percent
  unsigned int clock = 0, highest_clock = 0;                         // MHz
  unsigned int milliwatts = 0, celsius = 0;
  unsigned long long reasons = 0, errors = 0;
  unsigned long long total = 0, free = 0, reserved = 0;  // bytes
  unsigned int processes = 0;
  std::array<unsigned int, 100> pids{};
  std::array<unsigned long long, 100> memory{};  // by process; all bits set: not told
};

struct StubNvml {
  int init_answer = 0;
  int started = 0;  // times initialised, less times shut down
  unsigned int count = 0;
  std::array<StubDevice, 2> devices{};
};

// The name of the function that gives the one StubNvml of the library: StubNvml*().
inline constexpr const char* stub_nvml_entry = "foreshock_nvml_stub";
