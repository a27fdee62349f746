// LMDeploy, whose names follow vLLM's. Source: lmdeploy/metrics/loggers.py.
#include <array>

#include "engine/speculation.h"

namespace foreshock::engine {
namespace lmdeploy_impl {

constexpr SpeculationCounters speculation = {{"lmdeploy:spec_decode_num_drafts_total"},
                                             {"lmdeploy:spec_decode_num_draft_tokens_total"},
                                             {"lmdeploy:spec_decode_num_accepted_tokens_total"}};

constexpr std::array rows = {
    MetricRow{"running", {"lmdeploy:num_requests_running"}},
    MetricRow{"waiting", {"lmdeploy:num_requests_waiting"}},
    MetricRow{"kv_use", {"lmdeploy:gpu_cache_usage_perc", Together::mean}},
    MetricRow{"engine_queue_time",
              {"lmdeploy:request_queue_time_seconds_sum"},
              As::quotient_of_growths,
              {"lmdeploy:request_queue_time_seconds_count"}},
    MetricRow{"engine_prefix_hit", {"lmdeploy:prefix_cache_hit_rate", Together::mean}},
    accept_length(speculation),
    draft_length(speculation),
    drafted(speculation),
    accepted(speculation),
    judge_calls(speculation),
};

constexpr std::array signs = {Sign{"/v1/models", "/data/0/owned_by", "lmdeploy"}};

constexpr std::array knobs = {KnobRow{"max_tokens", Reach::request, "max_tokens"}};

}  // namespace lmdeploy_impl

const Adapter lmdeploy = {.name = "lmdeploy",
                          .prefix = "lmdeploy:",
                          .metrics = lmdeploy_impl::rows,
                          .signs = lmdeploy_impl::signs,
                          .knobs = lmdeploy_impl::knobs,
                          .health = "/health"};

}  // namespace foreshock::engine
