#include "collect/house.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/log.h"
#include "wire/url.h"

namespace foreshock::collect {
namespace house_impl {

// Those that can be nowhere but here, or whose process was told.
std::vector<LocalBackend> local_of(const std::vector<HouseBackend>& backends,
                                   const std::vector<BackendPlace>& places) {
  std::vector<LocalBackend> local;
  for (const HouseBackend& backend : backends) {
    const auto url = wire::parse_url(backend.url);
    if (!url) continue;
    std::string pid_file;
    for (const BackendPlace& place : places)
      if (place.name == backend.name) pid_file = place.pid_file;
    if (!url->socket.empty() || is_loopback(url->host) || !pid_file.empty())
      local.push_back({backend.name, {url->host, url->port, url->socket}, pid_file});
  }
  return local;
}

// Once in the life of the program, unless it changes: a configuration that is read anew says nothing new.
void say_once(const std::string& text) {
  static std::mutex mutex;
  static std::string said;
  const std::lock_guard lock(mutex);
  if (std::exchange(said, text) != text) log::info("collect", text);
}

std::string text_of(const std::vector<FoundDevice>& devices) {
  std::string text = devices.empty() ? "NVML shows no device" : "devices:";
  for (const FoundDevice& device : devices)
    text += fmt::format("{} {} {}", device.index == 0 ? "" : ",", device.index,
                        device.name.name.empty() ? "(may not be used)" : device.name.name);
  return text;
}

}  // namespace house_impl

House::House(World world, const std::vector<HouseBackend>& backends, const CollectOptions& options)
    : world_(std::move(world)),
      options_(options),
      host_rounds_(world_.root, house_impl::local_of(backends, options.places)),
      host_samples_(world_.told, world_.version_of),
      device_samples_(world_.told, world_.version_of) {
  host_ = std::make_unique<RepeatingThread>("host", options_.host_every, [this] { host_round(); });
  if (options_.nvml_library.empty())
    world_.devices.write({"collect.nvml_library is empty", {}});
  else
    devices_ = std::make_unique<RepeatingThread>(
        "devices", std::min(options_.gpu_memory_every, options_.host_every), [this] { device_round(); });
}

House::~House() = default;

void House::host_round() {
  const Instant now = world_.clock.now();
  host_samples_.begin(now);
  host_rounds_.round(now, host_samples_);
  {
    const std::lock_guard lock(mutex_);
    families_ = host_rounds_.families();
  }
  world_.series.take(host_samples_.end());
}

void House::find_devices() {
  looked_for_devices_ = true;
  auto nvml = Nvml::load(options_.nvml_library);
  status_ = {};
  if (!nvml) {
    status_.trouble = nvml.error().what();
  } else {
    nvml_ = *std::move(nvml);
    device_rounds_ = std::make_unique<DeviceRounds>(*nvml_, options_.places);
    for (size_t i = 0; i < nvml_->devices(); ++i) status_.devices.push_back({i, nvml_->name(i), {}});
    for (const BackendPlace& place : options_.places)
      for (const size_t device : place.devices.indexes)
        if (device >= nvml_->devices())
          log::warn("collect",
                    fmt::format("backend {} has device {}, which there is not", place.name, device));
  }
  house_impl::say_once(nvml_ ? house_impl::text_of(status_.devices)
                             : fmt::format("devices are not read: {}", status_.trouble));
  world_.devices.write(status_);
}

void House::note_served() {
  std::optional<Families> families;
  {
    const std::lock_guard lock(mutex_);
    families = families_;
  }
  if (families) device_rounds_->assign(*families);
  for (FoundDevice& device : status_.devices) {
    device.backends.clear();
    for (const auto& [backend, devices] : device_rounds_->served())
      if (std::find(devices.begin(), devices.end(), device.index) != devices.end())
        device.backends.push_back(backend);
  }
  world_.devices.write(status_);
}

void House::device_round() {
  if (!looked_for_devices_) find_devices();
  if (!device_rounds_) return;
  const Instant now = world_.clock.now();
  device_samples_.begin(now);
  const auto due = [&](std::optional<Instant>& last, Duration every) {
    if (last && now - *last < every) return false;
    last = now;
    return true;
  };
  if (due(state_at_, options_.host_every)) {
    note_served();
    device_rounds_->state_round(device_samples_);
  }
  if (due(memory_at_, options_.gpu_memory_every)) device_rounds_->memory_round(device_samples_);
  world_.series.take(device_samples_.end());
}

}  // namespace foreshock::collect
