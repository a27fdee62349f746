// SGLang. Source: srt/observability/metrics_collector.py.
#include <array>

#include "engine/adapter.h"

namespace foreshock::engine {
namespace sglang_impl {

constexpr std::array rows = {
    MetricRow{"running", {"sglang:num_running_reqs"}},
    MetricRow{"waiting", {"sglang:num_queue_reqs"}},
    MetricRow{"kv_use", {"sglang:token_usage", Together::mean}},
    MetricRow{"preemptions", {"sglang:num_retracted_requests_total"}, As::rate},
    MetricRow{"engine_queue_time",
              {"sglang:queue_time_seconds_sum"},
              As::quotient_of_growths,
              {"sglang:queue_time_seconds_count"}},
    MetricRow{"engine_prefix_hit", {"sglang:cache_hit_rate", Together::mean}},
    MetricRow{"accept_length", {"sglang:spec_accept_length", Together::mean}},
};

}  // namespace sglang_impl

const Adapter sglang = {"sglang", "sglang:", sglang_impl::rows};

}  // namespace foreshock::engine
