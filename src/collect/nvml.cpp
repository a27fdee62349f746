#include "collect/nvml.h"

#include <algorithm>
#include <array>

#include <dlfcn.h>
#include <fmt/format.h>

#include "collect/nvml_abi.h"

namespace foreshock::collect {
namespace nvml_impl {

namespace abi = nvml_abi;

constexpr double milli = 1e-3, percent = 1e-2;

using GetNumber = abi::Return(abi::Device, unsigned int*);
using GetNumberOf = abi::Return(abi::Device, int kind, unsigned int*);
using GetText = abi::Return(abi::Device, char*, unsigned int size);
using GetReasons = abi::Return(abi::Device, unsigned long long*);

}  // namespace nvml_impl

// Each entry is null where the library has none.
struct Nvml::Library {
  explicit Library(void* the_handle) : handle(the_handle) {}
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (begun && shutdown != nullptr) shutdown();
    dlclose(handle);
  }

  template <class Function>
  Function* entry(const char* name) const {
    return reinterpret_cast<Function*>(dlsym(handle, name));
  }
  // Whether CALL, which may be null, gave something; notes what it says of the device.
  template <class Function, class... Arguments>
  bool ask(Function* call, size_t device, Arguments... arguments) {
    if (call == nullptr || device >= devices.size() || devices[device] == nullptr) return false;
    const nvml_abi::Return answer = call(devices[device], arguments...);
    lost[device] = answer == nvml_abi::gpu_is_lost;
    return answer == nvml_abi::success;
  }
  template <class Function, class... Arguments>
  std::optional<double> number(double factor, Function* call, size_t device, Arguments... arguments) {
    unsigned int value = 0;
    if (!ask(call, device, arguments..., &value)) return std::nullopt;
    return factor * value;
  }
  std::string text(nvml_impl::GetText* call, size_t device) {
    std::array<char, 96> out{};  // NVML_DEVICE_NAME_V2_BUFFER_SIZE and NVML_DEVICE_UUID_V2_BUFFER_SIZE
    return ask(call, device, out.data(), static_cast<unsigned int>(out.size())) ? out.data() : "";
  }
  template <class Entry>
  std::optional<std::vector<DeviceProcess>> processes(const char* name, size_t device);

  void* handle;
  nvml_abi::Return (*shutdown)() = entry<nvml_abi::Return()>("nvmlShutdown");
  nvml_impl::GetText* get_name = entry<nvml_impl::GetText>("nvmlDeviceGetName");
  nvml_impl::GetText* get_uuid = entry<nvml_impl::GetText>("nvmlDeviceGetUUID");
  nvml_impl::GetNumberOf* get_clock = entry<nvml_impl::GetNumberOf>("nvmlDeviceGetClockInfo");
  nvml_impl::GetNumberOf* get_max_clock = entry<nvml_impl::GetNumberOf>("nvmlDeviceGetMaxClockInfo");
  nvml_impl::GetNumber* get_power = entry<nvml_impl::GetNumber>("nvmlDeviceGetPowerUsage");
  nvml_impl::GetNumberOf* get_temperature = entry<nvml_impl::GetNumberOf>("nvmlDeviceGetTemperature");
  nvml_impl::GetReasons* get_reasons = entry<nvml_impl::GetReasons>("nvmlDeviceGetCurrentClocksEventReasons");
  nvml_impl::GetReasons* get_old_reasons =  // as drivers before 535 call it
      entry<nvml_impl::GetReasons>("nvmlDeviceGetCurrentClocksThrottleReasons");
  nvml_abi::Return (*get_use)(nvml_abi::Device, nvml_abi::Utilization*) =
      entry<nvml_abi::Return(nvml_abi::Device, nvml_abi::Utilization*)>("nvmlDeviceGetUtilizationRates");
  nvml_abi::Return (*get_memory)(nvml_abi::Device, nvml_abi::Memory*) =
      entry<nvml_abi::Return(nvml_abi::Device, nvml_abi::Memory*)>("nvmlDeviceGetMemoryInfo");
  nvml_abi::Return (*get_memory2)(nvml_abi::Device, nvml_abi::Memory2*) =
      entry<nvml_abi::Return(nvml_abi::Device, nvml_abi::Memory2*)>("nvmlDeviceGetMemoryInfo_v2");
  nvml_abi::Return (*get_errors)(nvml_abi::Device, int, int, unsigned long long*) =
      entry<nvml_abi::Return(nvml_abi::Device, int, int, unsigned long long*)>("nvmlDeviceGetTotalEccErrors");
  bool begun = false;
  std::vector<nvml_abi::Device> devices;  // null: may not be used
  std::vector<char> lost;
};

// The number of processes may grow between two calls; twice the room is there, whatever their size is.
template <class Entry>
std::optional<std::vector<DeviceProcess>> Nvml::Library::processes(const char* name, size_t device) {
  const auto call = entry<nvml_abi::Return(nvml_abi::Device, unsigned int*, Entry*)>(name);
  constexpr size_t most = 4096;
  for (size_t room = 32; room <= most; room *= 4) {
    std::vector<Entry> entries(2 * room);
    auto count = static_cast<unsigned int>(room);
    if (call == nullptr || device >= devices.size() || devices[device] == nullptr) return std::nullopt;
    const nvml_abi::Return answer = call(devices[device], &count, entries.data());
    if (answer == nvml_abi::insufficient_size) continue;
    lost[device] = answer == nvml_abi::gpu_is_lost;
    if (answer != nvml_abi::success) return std::nullopt;
    std::vector<DeviceProcess> out;
    for (size_t i = 0; i < std::min<size_t>(count, room); ++i) {
      const bool told = entries[i].used != nvml_abi::not_available;
      out.push_back({static_cast<int>(entries[i].pid),
                     told ? std::optional(static_cast<double>(entries[i].used)) : std::nullopt});
    }
    return out;
  }
  return std::nullopt;
}

Result<std::unique_ptr<Nvml>> Nvml::load(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return fail(Code::not_found, fmt::format("{} is not there", library));
  auto opened = std::make_unique<Library>(handle);
  const auto begin = opened->entry<nvml_abi::Return()>("nvmlInit_v2");
  const auto count_devices = opened->entry<nvml_abi::Return(unsigned int*)>("nvmlDeviceGetCount_v2");
  const auto get_device =
      opened->entry<nvml_abi::Return(unsigned int, nvml_abi::Device*)>("nvmlDeviceGetHandleByIndex_v2");
  if (begin == nullptr || count_devices == nullptr || get_device == nullptr)
    return fail(Code::unsupported, fmt::format("{} is no NVML of version 2 or later", library));
  const auto text_of = opened->entry<const char*(nvml_abi::Return)>("nvmlErrorString");
  if (const nvml_abi::Return answer = begin(); answer != nvml_abi::success) {
    const std::string why = text_of == nullptr ? fmt::format("error {}", answer) : text_of(answer);
    return fail(Code::unsupported, fmt::format("{} does not start: {}", library, why));
  }
  opened->begun = true;
  unsigned int count = 0;
  if (count_devices(&count) != nvml_abi::success) count = 0;
  for (unsigned int i = 0; i < count; ++i) {
    nvml_abi::Device device = nullptr;
    opened->devices.push_back(get_device(i, &device) == nvml_abi::success ? device : nullptr);
  }
  opened->lost.resize(count);
  return std::unique_ptr<Nvml>(new Nvml(std::move(opened)));
}

Nvml::Nvml(std::unique_ptr<Library> library) : library_(std::move(library)) {}
Nvml::~Nvml() = default;

size_t Nvml::devices() const {
  return library_->devices.size();
}

DeviceName Nvml::name(size_t device) const {
  return {library_->text(library_->get_name, device), library_->text(library_->get_uuid, device)};
}

bool Nvml::lost(size_t device) const {
  return library_->lost.at(device) != 0;
}

std::optional<DeviceMemory> Nvml::memory(size_t device) {
  const auto number = [](unsigned long long value) { return static_cast<double>(value); };
  nvml_abi::Memory2 newer{};
  newer.version = nvml_abi::memory2_version;
  if (library_->ask(library_->get_memory2, device, &newer))
    return DeviceMemory{number(newer.total),
                        std::max(0.0, number(newer.total) - number(newer.free) - number(newer.reserved))};
  nvml_abi::Memory older{};
  if (library_->ask(library_->get_memory, device, &older))
    return DeviceMemory{number(older.total), number(older.used)};
  return std::nullopt;
}

std::optional<std::vector<DeviceProcess>> Nvml::processes(size_t device) {
  auto newer = library_->processes<nvml_abi::Process2>("nvmlDeviceGetComputeRunningProcesses_v2", device);
  if (newer) return newer;
  return library_->processes<nvml_abi::Process1>("nvmlDeviceGetComputeRunningProcesses", device);
}

DeviceState Nvml::state(size_t device) {
  Library& library = *library_;
  DeviceState state;
  if (nvml_abi::Utilization use{}; library.ask(library.get_use, device, &use)) {
    state.busy = nvml_impl::percent * use.gpu;
    state.memory_busy = nvml_impl::percent * use.memory;
  }
  const auto clock = library.number(1, library.get_clock, device, nvml_abi::clock_sm);
  const auto highest = library.number(1, library.get_max_clock, device, nvml_abi::clock_sm);
  if (clock && highest && *highest > 0) state.clock = *clock / *highest;
  state.power = library.number(nvml_impl::milli, library.get_power, device);
  state.temperature = library.number(1, library.get_temperature, device, nvml_abi::temperature_gpu);
  unsigned long long reasons = 0, errors = 0;
  if (library.ask(library.get_reasons, device, &reasons) ||
      library.ask(library.get_old_reasons, device, &reasons))
    state.throttled = (reasons & nvml_abi::slowed) != 0 ? 1 : 0;
  if (library.ask(library.get_errors, device, nvml_abi::error_uncorrected, nvml_abi::counted_since_load,
                  &errors))
    state.errors = static_cast<double>(errors);
  return state;
}

}  // namespace foreshock::collect
