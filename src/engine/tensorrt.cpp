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

constexpr std::array signs_of_triton = {Sign{"/v2", "/name", "triton"}};
constexpr std::array versions_of_triton = {Sign{"/v2", "/version"}};
constexpr std::array acts_of_triton = {
    ActRow{.act = "model_load",
           .path = "/v2/repository/models/{model}/load",
           .body = "{}",
           .needs = "Needs --model-control-mode=explicit."},
    ActRow{.act = "model_unload",
           .path = "/v2/repository/models/{model}/unload",
           .body = "{}",
           .needs = "Needs --model-control-mode=explicit."},
};

constexpr std::array signs_of_its_server = {Sign{"/v1/models", "/data/0/owned_by", "tensorrt_llm"}};
constexpr std::array versions_of_its_server = {Sign{"/version", "/version"}};
constexpr std::array knobs = {
    KnobRow{"draft_length", Reach::start, "max_draft_len, draft_len_schedule"},
    KnobRow{"prefix_cache", Reach::start, "kv_cache_config"},
    KnobRow{"context_overflow", Reach::request, "truncate_prompt_tokens"},
    KnobRow{"priority", Reach::request, "priority", "Needs waiting_queue_policy=priority."},
    KnobRow{"max_tokens", Reach::request, "max_tokens"},
    KnobRow{"reasoning", Reach::request, "thinking_token_budget"},
    KnobRow{"lora", Reach::request, "lora_request"},
};

}  // namespace tensorrt_impl

const Adapter triton = {.name = "triton",
                        .prefix = "nv_",
                        .metrics = tensorrt_impl::of_triton,
                        .signs = tensorrt_impl::signs_of_triton,
                        .versions = tensorrt_impl::versions_of_triton,
                        .knobs = tensorrt_impl::knobs,
                        .acts = tensorrt_impl::acts_of_triton,
                        .health = "/v2/health/ready"};
const Adapter trtllm = {.name = "trtllm",
                        .prefix = "trtllm_",
                        .metrics = tensorrt_impl::of_its_server,
                        .signs = tensorrt_impl::signs_of_its_server,
                        .versions = tensorrt_impl::versions_of_its_server,
                        .knobs = tensorrt_impl::knobs,
                        .health = "/health"};

}  // namespace foreshock::engine
