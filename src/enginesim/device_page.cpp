#include "enginesim/device_page.h"

#include <fmt/format.h>

#include "enginesim/metrics_text.h"

namespace foreshock::enginesim {
namespace device_page_impl {

constexpr double highest_clock = 1980;   // MHz
constexpr double device_memory = 81920;  // MiB

void add(std::string& page, std::string_view name, std::string_view labels, std::string_view help,
         double value) {
  page += fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n{0}{2} {3}\n", name, help, labels, value);
}

}  // namespace device_page_impl

std::string device_page(const VirtualGauges& gauges, const DevicePlace& place) {
  using namespace device_page_impl;
  std::string page;
  add(page, "process_resident_memory_bytes", "", "Resident memory size in bytes.", gauges.resident_bytes);
  add(page, "process_open_fds", "", "Number of open file descriptors.", gauges.handles);
  page += fmt::format(
      "# HELP process_start_time_seconds Start time of the process since unix epoch in seconds.\n"
      "# TYPE process_start_time_seconds gauge\nprocess_start_time_seconds {:.2f}\n",
      place.started);
  if (!place.driver) return page;
  const std::string labels =
      fmt::format("{{gpu=\"0\",DCGM_FI_DRIVER_VERSION=\"{}\"}}", escaped_label(*place.driver));
  add(page, "DCGM_FI_DEV_SM_CLOCK", labels, "SM clock frequency (in MHz).", highest_clock * gauges.gpu_clock);
  add(page, "DCGM_FI_DEV_GPU_UTIL", labels, "GPU utilization (in %).", 100 * gauges.gpu_util);
  add(page, "DCGM_FI_PROF_DRAM_ACTIVE", labels, "Ratio of cycles the device memory interface is active.",
      gauges.dram_active);
  add(page, "DCGM_FI_DEV_FB_USED", labels, "Framebuffer memory used (in MiB).",
      device_memory * gauges.gpu_memory);
  return page;
}

}  // namespace foreshock::enginesim
