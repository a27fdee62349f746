#pragma once
// What exporters beside an engine would show of its process and its device.
#include <string>

#include "enginesim/virtual_request.h"

namespace foreshock::enginesim {

// In the text format of Prometheus: process_* as Python's client names them, DCGM_FI_* as NVIDIA's exporter
// does, for one device of 80 GiB whose highest SM clock is 1,980 MHz. Without a DEVICE its readings are
// missing.
std::string device_page(const VirtualGauges& gauges, bool device);

}  // namespace foreshock::enginesim
