// vLLM: V1 and, below it, the names of V0. Sources: vllm/v1/metrics/loggers.py, v1/spec_decode/metrics.py.
#include <array>

#include "engine/speculation.h"

namespace foreshock::engine {
namespace vllm_impl {

constexpr SpeculationCounters speculation = {{"vllm:spec_decode_num_drafts_total"},
                                             {"vllm:spec_decode_num_draft_tokens_total"},
                                             {"vllm:spec_decode_num_accepted_tokens_total"}};

constexpr std::array rows = {
    MetricRow{"running", {"vllm:num_requests_running"}},
    MetricRow{"waiting", {"vllm:num_requests_waiting"}},
    MetricRow{"kv_use", {"vllm:kv_cache_usage_perc", Together::mean}},
    MetricRow{"kv_use", {"vllm:gpu_cache_usage_perc", Together::mean}},
    MetricRow{"preemptions", {"vllm:num_preemptions_total"}, As::rate},
    MetricRow{"engine_queue_time",
              {"vllm:request_queue_time_seconds_sum"},
              As::quotient_of_growths,
              {"vllm:request_queue_time_seconds_count"}},
    MetricRow{"engine_prefix_hit",
              {"vllm:prefix_cache_hits_total"},
              As::quotient_of_growths,
              {"vllm:prefix_cache_queries_total"}},
    MetricRow{"engine_prefix_hit",
              {"vllm:gpu_prefix_cache_hits_total"},
              As::quotient_of_growths,
              {"vllm:gpu_prefix_cache_queries_total"}},
    MetricRow{"engine_prefix_hit", {"vllm:gpu_prefix_cache_hit_rate", Together::mean}},  // -1: it is off
    accept_length(speculation),
    draft_length(speculation),
    MetricRow{"judge_calls", {"vllm:spec_decode_num_judge_calls_total"}, As::rate_of_use},
    judge_calls(speculation),
};

}  // namespace vllm_impl

const Adapter vllm = {"vllm", "vllm:", vllm_impl::rows};

}  // namespace foreshock::engine
