#pragma once
// Rounds over the devices of this machine, and which of them serve which backend.
#include <map>
#include <string>
#include <vector>

#include "collect/host_rounds.h"
#include "collect/nvml.h"
#include "collect/place_options.h"

namespace foreshock::collect {

class DeviceRounds {
 public:
  // PLACES: what the configuration says of backends; NVML outlives it.
  DeviceRounds(Nvml& nvml, std::vector<BackendPlace> places);

  // Finds out anew who serves whom. FAMILIES: of the backends of this machine. A backend has the devices that
  // its place says; else those on which its processes run; else, where it is the only one of this machine,
  // all.
  void assign(const Families& families);
  // gpu_memory of each device and of each backend; of a backend whose place says how large weights and KV
  // cache are, memory_weights, memory_kv and memory_activations.
  void memory_round(LocalSamples& out);
  // All else of each device and of each backend; series_missing of a device: 1 while it is lost.
  void state_round(LocalSamples& out);

  // The devices of each backend that has some.
  const std::map<std::string, std::vector<size_t>>& served() const { return served_; }

 private:
  using Devices = std::vector<size_t>;
  const BackendPlace* place_of(const std::string& backend) const;
  Devices devices_with(const std::vector<int>& pids);
  bool shares_devices(const std::string& backend) const;
  std::optional<double> used_by(const std::string& backend, const Devices& devices,
                                const std::vector<std::optional<DeviceMemory>>& memory);

  Nvml& nvml_;
  const std::vector<BackendPlace> places_;
  Families families_;
  std::map<std::string, Devices> served_;
};

}  // namespace foreshock::collect
