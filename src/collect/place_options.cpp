#include "collect/place_options.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/catalog.h"
#include "core/shown.h"
#include "wire/text.h"

namespace foreshock::collect {
namespace place_options_impl {

constexpr double most_memory = 16384.0 * (1 << 30);

constexpr std::array rows = {
    option<&BackendPlace::devices>("devices", "list",
                                   "The devices that serve it, by NVML's index: [0, 1]. Empty: those on "
                                   "which its process runs; all where "
                                   "that is not told and it is the only backend of this machine."),
    option<&BackendPlace::weights_memory>(
        "weights_memory", "bytes", 0, most_memory,
        "Memory of its devices that the weights take, all devices together, as the engine's log says; with "
        "kv_memory it splits what is used. 0: not known."),
    option<&BackendPlace::kv_memory>(
        "kv_memory", "bytes", 0, most_memory,
        "Memory of its devices that the engine takes for the KV cache, all devices together. 0: not known."),
    option<&BackendPlace::pid_file>("pid_file", "text",
                                    "A file with the number of its process; empty: the one that listens at "
                                    "the url, where that is on this "
                                    "machine."),
};
static_assert(names_are_unique(rows));

}  // namespace place_options_impl

Result<void> parse_value(std::string_view text, DeviceList& out) {
  constexpr size_t most = 64;
  DeviceList devices;
  for (const std::string_view part : wire::split(text, ',')) {
    const std::string_view word = wire::trimmed(part);
    if (word.empty()) continue;
    int64_t index = 0;
    if (!foreshock::parse_value(word, index) || index < 0 || index >= static_cast<int64_t>(most))
      return fail(Code::bad_config,
                  fmt::format("no index of a device, from 0 to {}: '{}'", most - 1, shown(word)),
                  "Give indexes as nvidia-smi shows them: 0, or [0, 1].");
    const auto device = static_cast<size_t>(index);
    if (std::find(devices.indexes.begin(), devices.indexes.end(), device) != devices.indexes.end())
      return fail(Code::bad_config, fmt::format("the device stands here twice: '{}'", index));
    devices.indexes.push_back(device);
  }
  out = std::move(devices);
  return {};
}

std::string print_value(const DeviceList& devices) {
  return fmt::format("{}", fmt::join(devices.indexes, ", "));
}

OptionSet place_options() {
  return place_options_impl::rows;
}

}  // namespace foreshock::collect
