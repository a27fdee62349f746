// TensorRT-LLM: its own server (trtllm-serve), and the backend of Triton, whose families hold several
// meanings each, told apart by a label. The block type "fraction" does not agree with used over max: used
// over max counts.
#include <array>

#include "engine/adapter.h"

namespace foreshock::engine {
namespace tensorrt_impl {

constexpr Source blocks(std::string_view type) {
  return {"nv_trt_llm_kv_cache_block_metrics", Together::sum, "kv_cache_block_type", type};
}
constexpr Source requests(std::string_view type) {
  return {"nv_trt_llm_request_metrics", Together::sum, "request_type", type};
}

constexpr std::array of_triton = {
    MetricRow{"running", requests("scheduled")},
    MetricRow{"waiting", requests("waiting")},
    MetricRow{"kv_use", blocks("used"), As::quotient_of_levels, blocks("max")},
    MetricRow{"engine_queue_time",
              {"nv_inference_queue_duration_us"},
              As::quotient_of_growths,
              {"nv_inference_request_success"},
              {},
              1e-6},
};
constexpr std::array of_its_server = {
    MetricRow{"running", {"trtllm_num_requests_running"}},
    MetricRow{"waiting", {"trtllm_num_requests_waiting"}},
    MetricRow{"kv_use", {"trtllm_kv_cache_utilization", Together::mean}},
    MetricRow{"engine_queue_time",
              {"trtllm_request_queue_time_seconds_sum"},
              As::quotient_of_growths,
              {"trtllm_request_queue_time_seconds_count"}},
    MetricRow{"engine_prefix_hit", {"trtllm_kv_cache_hit_rate", Together::mean}},
};

}  // namespace tensorrt_impl

const Adapter triton = {"triton", "nv_", tensorrt_impl::of_triton};
const Adapter tensorrt_llm = {"tensorrt_llm", "trtllm_", tensorrt_impl::of_its_server};

}  // namespace foreshock::engine
