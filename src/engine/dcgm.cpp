// NVIDIA's exporter of its devices. What a device does not know it shows as numbers near 2^31 and 2^63
// (dcgm_fields.h, DCGM_INT32_BLANK and DCGM_INT64_BLANK): no value of a row comes near them.
#include <array>

#include "engine/adapter.h"

namespace foreshock::engine {
namespace dcgm_impl {

constexpr double mebibyte = 1 << 20;

constexpr MetricRow row(std::string_view signal, Source of, As as = As::level, double factor = 1) {
  return {.signal = signal, .of = of, .as = as, .factor = factor, .most = 1e9};
}

constexpr std::array rows = {
    row("gpu_util", {"DCGM_FI_DEV_GPU_UTIL", Together::mean}, As::level, 0.01),
    row("gpu_clock", {"DCGM_FI_DEV_SM_CLOCK", Together::mean}, As::share_of_highest),
    row("gpu_memory", {"DCGM_FI_DEV_FB_USED"}, As::level, mebibyte),
    row("dram_active", {"DCGM_FI_PROF_DRAM_ACTIVE", Together::mean}),
};

}  // namespace dcgm_impl

const Adapter dcgm = {"dcgm", "", dcgm_impl::rows};

}  // namespace foreshock::engine
