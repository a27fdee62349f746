// What clients of Prometheus tell of their own process.
#include <array>

#include "engine/adapter.h"

namespace foreshock::engine {
namespace process_impl {

constexpr std::array rows = {
    MetricRow{"uptime", {"process_start_time_seconds", Together::mean}, As::since},
    MetricRow{"rss", {"process_resident_memory_bytes"}},
    MetricRow{"fds", {"process_open_fds"}},
    MetricRow{"cpu", {"process_cpu_seconds_total"}, As::rate},
};

}  // namespace process_impl

const Adapter process = {"process", "", process_impl::rows};

}  // namespace foreshock::engine
