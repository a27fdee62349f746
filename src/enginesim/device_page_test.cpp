#include "enginesim/device_page.h"

#include <gtest/gtest.h>

namespace foreshock::enginesim::device_page_test {

TEST(DevicePage, ShowsTheProcessAndTheDeviceUntilItIsGone) {
  VirtualGauges gauges;
  gauges.gpu_clock = 0.5;
  gauges.gpu_util = 0.75;
  gauges.gpu_memory = 0.9;
  gauges.resident_bytes = 1024;
  gauges.handles = 321;
  const std::string page = device_page(gauges, {.started = 1000, .driver = "d7"});
  for (const char* line :
       {"\nDCGM_FI_DEV_SM_CLOCK{gpu=\"0\",DCGM_FI_DRIVER_VERSION=\"d7\"} 990\n",
        "\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\",DCGM_FI_DRIVER_VERSION=\"d7\"} 75\n",
        "\nDCGM_FI_DEV_FB_USED{gpu=\"0\",DCGM_FI_DRIVER_VERSION=\"d7\"} 73728\n",
        "\nprocess_resident_memory_bytes 1024\n", "\nprocess_open_fds 321\n",
        "\nprocess_start_time_seconds 1000.00\n", "# TYPE DCGM_FI_PROF_DRAM_ACTIVE gauge\n"})
    EXPECT_NE(page.find(line), std::string::npos) << line << page;
  const std::string gone = device_page(gauges, {});
  EXPECT_EQ(gone.find("DCGM"), std::string::npos);
  EXPECT_NE(gone.find("process_open_fds"), std::string::npos);
}

}  // namespace foreshock::enginesim::device_page_test
