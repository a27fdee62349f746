#pragma once
// The machine that Foreshock runs on, with its devices and the engines on it: read again and again, on two
// threads of its own, since a driver may take seconds to answer.
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "collect/device_rounds.h"
#include "collect/options.h"
#include "collect/repeating_thread.h"

namespace foreshock::collect {

struct FoundDevice {
  size_t index = 0;
  DeviceName name;
  std::vector<std::string> backends;  // that it serves
};
struct DevicesStatus {
  std::string trouble;  // why no device is read; empty: they are, or were not looked for yet
  std::vector<FoundDevice> devices;
};

// What is known of devices. Thread-safe; outlives those who write on it.
class DevicesBoard {
 public:
  DevicesStatus read() const {
    const std::lock_guard lock(mutex_);
    return status_;
  }
  void write(DevicesStatus status) {
    const std::lock_guard lock(mutex_);
    status_ = std::move(status);
  }

 private:
  mutable std::mutex mutex_;
  DevicesStatus status_;
};

struct HouseBackend {
  std::string name;
  std::string url;
};

class House {
 public:
  // All but the last two outlive it.
  struct World {
    const Clock& clock;
    SeriesSink& series;       // host_rounds.h and device_rounds.h say what it gets
    const ToldByPages& told;  // what pages tell already
    DevicesBoard& devices;
    LocalSamples::VersionOf version_of;
    std::string root{};  // where the files of the kernel stand; empty: they are those of this machine
  };
  House(World world, const std::vector<HouseBackend>& backends, const CollectOptions& options);
  ~House();  // waits for the round under way

 private:
  void host_round();
  void device_round();
  void find_devices();
  void note_served();

  const World world_;
  const CollectOptions options_;
  HostRounds host_rounds_;  // of the thread "host", as is the next
  LocalSamples host_samples_;
  bool looked_for_devices_ = false;  // of the thread "devices", as are those up to MUTEX_
  std::unique_ptr<Nvml> nvml_;
  std::unique_ptr<DeviceRounds> device_rounds_;
  LocalSamples device_samples_;
  std::optional<Instant> state_at_, memory_at_;
  DevicesStatus status_;
  std::mutex mutex_;                                 // guards the next
  std::optional<Families> families_;                 // nothing: not looked for yet
  std::unique_ptr<RepeatingThread> host_, devices_;  // last: they use the others
};

}  // namespace foreshock::collect
