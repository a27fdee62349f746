#pragma once
// What exporters beside an engine would show of its process and its device.
#include <optional>
#include <string>
#include <string_view>

#include "enginesim/virtual_request.h"

namespace foreshock::enginesim {

struct DevicePlace {
  double started = 0;                      // of the process, Unix seconds
  std::optional<std::string_view> driver;  // its version; none: the device's readings are missing
};

// The driver that nobody has changed.
inline constexpr std::string_view usual_driver = "driver-550";

// In the text format of Prometheus: process_* as Python's client names them, DCGM_FI_* as NVIDIA's exporter
// does, for one device of 80 GiB whose highest SM clock is 1,980 MHz.
std::string device_page(const VirtualGauges& gauges, const DevicePlace& place);

}  // namespace foreshock::enginesim
