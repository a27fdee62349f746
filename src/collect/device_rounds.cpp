#include "collect/device_rounds.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "collect/memory_split.h"

namespace foreshock::collect {
namespace device_rounds_impl {

// How the values of several devices become that of a replica.
enum class Together : uint8_t { sum, mean, highest };

struct Row {
  std::string_view signal;
  std::optional<double> DeviceState::*value;
  Together together;
};
constexpr std::array rows = {
    Row{"gpu_util", &DeviceState::busy, Together::mean},
    Row{"gpu_clock", &DeviceState::clock, Together::mean},
    Row{"dram_active", &DeviceState::memory_busy, Together::mean},
    Row{"gpu_power", &DeviceState::power, Together::sum},
    Row{"gpu_temperature", &DeviceState::temperature, Together::highest},
    Row{"gpu_throttled", &DeviceState::throttled, Together::highest},
    Row{"gpu_ecc", &DeviceState::errors, Together::sum},
};

// Nothing where one of them does not tell: the rest is not the whole.
std::optional<double> together(const std::vector<std::optional<double>>& values, Together how) {
  if (values.empty() ||
      !std::all_of(values.begin(), values.end(), [](const auto& v) { return v.has_value(); }))
    return std::nullopt;
  if (how == Together::highest) return *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (const auto& value : values) sum += *value;
  return how == Together::mean ? sum / static_cast<double>(values.size()) : sum;
}

Stratum stratum_of(size_t device) {
  return {"device", fmt::format("{}", device)};
}

std::optional<double> known(Bytes size) {
  return size.value > 0 ? std::optional(static_cast<double>(size.value)) : std::nullopt;
}

bool contains(const std::vector<int>& pids, int pid) {
  return std::find(pids.begin(), pids.end(), pid) != pids.end();
}

}  // namespace device_rounds_impl

DeviceRounds::DeviceRounds(Nvml& nvml, std::vector<BackendPlace> places)
    : nvml_(nvml), places_(std::move(places)) {
  assign({});
}

const BackendPlace* DeviceRounds::place_of(const std::string& backend) const {
  const auto found =
      std::find_if(places_.begin(), places_.end(), [&](const auto& place) { return place.name == backend; });
  return found == places_.end() ? nullptr : &*found;
}

DeviceRounds::Devices DeviceRounds::devices_with(const std::vector<int>& pids) {
  Devices devices;
  for (size_t device = 0; device < nvml_.devices(); ++device) {
    const auto processes = nvml_.processes(device).value_or(std::vector<DeviceProcess>());
    if (std::any_of(processes.begin(), processes.end(),
                    [&](const auto& process) { return device_rounds_impl::contains(pids, process.pid); }))
      devices.push_back(device);
  }
  return devices;
}

void DeviceRounds::assign(const Families& families) {
  families_ = families;
  served_.clear();
  for (const BackendPlace& place : places_)
    for (const size_t device : place.devices.indexes)
      if (device < nvml_.devices()) served_[place.name].push_back(device);
  const auto others =
      std::count_if(families.begin(), families.end(), [](const auto& family) { return !family.second.own; });
  for (const auto& [backend, family] : families) {
    const BackendPlace* place = place_of(backend);
    if (family.own || (place != nullptr && !place->devices.indexes.empty())) continue;
    Devices devices = family.pids.empty() ? Devices() : devices_with(family.pids);
    if (devices.empty() && others == 1) {
      devices.resize(nvml_.devices());
      std::iota(devices.begin(), devices.end(), size_t{0});
    }
    if (!devices.empty()) served_[backend] = std::move(devices);
  }
}

bool DeviceRounds::shares_devices(const std::string& backend) const {
  const Devices& mine = served_.at(backend);
  return std::any_of(served_.begin(), served_.end(), [&](const auto& other) {
    return other.first != backend && std::find_first_of(mine.begin(), mine.end(), other.second.begin(),
                                                        other.second.end()) != mine.end();
  });
}

// By its processes; where they are not told, as in a container, all that is used on devices that are its
// alone.
std::optional<double> DeviceRounds::used_by(const std::string& backend, const Devices& devices,
                                            const std::vector<std::optional<DeviceMemory>>& memory) {
  const auto family = families_.find(backend);
  double used = 0;
  bool told = false, all_told = family != families_.end();
  for (size_t i = 0; i < devices.size() && all_told; ++i) {
    const auto processes = nvml_.processes(devices[i]);
    all_told = processes.has_value();
    if (!processes) continue;
    for (const auto& process : *processes) {
      if (!process.memory || !device_rounds_impl::contains(family->second.pids, process.pid)) continue;
      told = true;
      used += *process.memory;
    }
  }
  if (told && all_told) return used;
  if (shares_devices(backend)) return std::nullopt;
  used = 0;
  for (const size_t device : devices) {
    if (!memory[device]) return std::nullopt;
    used += memory[device]->used;
  }
  return used;
}

void DeviceRounds::memory_round(LocalSamples& out) {
  std::vector<std::optional<DeviceMemory>> memory;
  for (size_t device = 0; device < nvml_.devices(); ++device) {
    memory.push_back(nvml_.memory(device));
    if (memory.back()) out.add("gpu_memory", device_rounds_impl::stratum_of(device), memory.back()->used);
  }
  for (const auto& [backend, devices] : served_) {
    std::vector<std::optional<double>> used;
    for (const size_t device : devices)
      used.push_back(memory[device] ? std::optional(memory[device]->used) : std::nullopt);
    if (const auto all = device_rounds_impl::together(used, device_rounds_impl::Together::sum))
      out.add_of_replica("gpu_memory", backend, *all);
    const BackendPlace* place = place_of(backend);
    if (place == nullptr) continue;
    const auto weights = device_rounds_impl::known(place->weights_memory);
    const auto kv = device_rounds_impl::known(place->kv_memory);
    if (!weights || !kv) continue;
    const auto split = split_memory(used_by(backend, devices, memory), weights, kv);
    if (!split) continue;
    out.add_of_replica("memory_weights", backend, split->weights);
    out.add_of_replica("memory_kv", backend, split->kv);
    out.add_of_replica("memory_activations", backend, split->activations);
  }
}

void DeviceRounds::state_round(LocalSamples& out) {
  std::vector<DeviceState> states;
  for (size_t device = 0; device < nvml_.devices(); ++device) {
    const Stratum stratum = device_rounds_impl::stratum_of(device);
    states.push_back(nvml_.state(device));
    for (const auto& row : device_rounds_impl::rows)
      if (const auto& value = states.back().*row.value) out.add(row.signal, stratum, *value);
    out.add("series_missing", stratum, nvml_.lost(device) ? 1 : 0);
  }
  for (const auto& [backend, devices] : served_)
    for (const auto& row : device_rounds_impl::rows) {
      std::vector<std::optional<double>> values;
      for (const size_t device : devices) values.push_back(states[device].*row.value);
      if (const auto value = device_rounds_impl::together(values, row.together))
        out.add_of_replica(row.signal, backend, *value);
    }
}

}  // namespace foreshock::collect
