#pragma once
// NVIDIA's management library, found when the program runs: most machines have none.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace foreshock::collect {

struct DeviceName {
  std::string name, uuid;  // empty: not told
};

struct DeviceMemory {
  double total = 0, used = 0;  // bytes; used without what the driver keeps for itself, where it tells that
};

struct DeviceProcess {
  int pid = 0;                   // as the driver sees it: not that of a container
  std::optional<double> memory;  // bytes
};

// What is absent the device or the driver does not tell.
struct DeviceState {
  std::optional<double> busy;         // share of time with work on it
  std::optional<double> memory_busy;  // share of time in which its memory is read or written
  std::optional<double> clock;        // of its highest
  std::optional<double> power;        // W
  std::optional<double> temperature;  // °C
  std::optional<double> throttled;    // 1: heat, the hardware or the power supply slows it; 0: none does
  std::optional<double> errors;       // memory errors that were not corrected, since the driver was loaded
};

// Each value is a call to the driver, which takes as long as it takes. For one thread.
class Nvml {
 public:
  // LIBRARY: a name that the loader looks for, or a path. Errors: not_found where there is none,
  // unsupported where it does not start, as without a driver.
  static Result<std::unique_ptr<Nvml>> load(const std::string& library);
  ~Nvml();

  // By the index of NVML, from 0: the order of the bus.
  size_t devices() const;
  DeviceName name(size_t device) const;
  std::optional<DeviceMemory> memory(size_t device);
  DeviceState state(size_t device);
  // Of compute processes; nothing where that is not told.
  std::optional<std::vector<DeviceProcess>> processes(size_t device);
  // The last call about it said that it has fallen off the bus.
  bool lost(size_t device) const;

 private:
  struct Library;
  explicit Nvml(std::unique_ptr<Library> library);
  std::unique_ptr<Library> library_;
};

}  // namespace foreshock::collect
