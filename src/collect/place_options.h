#pragma once
// Where on this machine a backend runs, as its entry in the configuration says.
#include <cstddef>
#include <string>
#include <vector>

#include "core/option.h"

namespace foreshock::collect {

// Devices by the index of NVML; none: not said.
struct DeviceList {
  std::vector<size_t> indexes;
};
Result<void> parse_value(std::string_view text, DeviceList& out);  // 0, or 0,1
std::string print_value(const DeviceList& devices);

struct BackendPlace {
  std::string name;  // of the backend
  DeviceList devices;
  Bytes weights_memory{0};  // 0: not said
  Bytes kv_memory{0};
  std::string pid_file;
};
// Rows of an entry of backends, besides those of the gateway.
OptionSet place_options();

}  // namespace foreshock::collect
