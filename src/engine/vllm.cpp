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
    drafted(speculation),
    accepted(speculation),
    MetricRow{"judge_calls", {"vllm:spec_decode_num_judge_calls_total"}, As::rate_of_use},
    MetricRow{.signal = "judge_bypass",
              .of = {"vllm:spec_decode_num_judge_calls_total"},
              .as = As::quotient_of_growths,
              .over = speculation.drafts,
              .factor = -1,
              .offset = 1},
    judge_calls(speculation),
};

constexpr std::array signs = {Sign{"/v1/models", "/data/0/owned_by", "vllm"}};
constexpr std::array versions = {Sign{"/version", "/version"}};

constexpr std::array knobs = {
    KnobRow{"draft_length", Reach::start, "--speculative-config"},
    KnobRow{"prefix_cache", Reach::request, "cache_salt"},
    KnobRow{"prefix_cache", Reach::running, "POST /reset_prefix_cache", "In development mode only."},
    KnobRow{"prefix_cache", Reach::start, "--enable-prefix-caching"},
    KnobRow{"context_overflow", Reach::request, "truncate_prompt_tokens",
            "Else what is too long is refused."},
    KnobRow{"kv_precision", Reach::start, "--kv-cache-dtype"},
    KnobRow{"priority", Reach::request, "priority", "Refused without --scheduling-policy priority."},
    KnobRow{"max_tokens", Reach::request, "max_tokens"},
    KnobRow{"reasoning", Reach::request, "thinking_token_budget"},
    KnobRow{"sleep", Reach::running, "POST /sleep, /wake_up", "In development mode only."},
    KnobRow{"pause", Reach::running, "POST /pause, /resume", "In development mode only."},
    KnobRow{"lora", Reach::running, "POST /v1/load_lora_adapter, /v1/unload_lora_adapter"},
};

constexpr std::string_view development = "Needs VLLM_SERVER_DEV_MODE=1.";
constexpr std::string_view asleep_at_will = "Needs VLLM_SERVER_DEV_MODE=1 and --enable-sleep-mode.";
constexpr std::string_view adapters_at_will =
    "Needs VLLM_ALLOW_RUNTIME_LORA_UPDATING=True and --enable-lora.";

constexpr std::array acts = {
    ActRow{.act = "prefix_cache_reset", .path = "/reset_prefix_cache", .needs = development},
    ActRow{.act = "sleep", .path = "/sleep?level={level}", .needs = asleep_at_will},
    ActRow{.act = "wake", .path = "/wake_up", .needs = asleep_at_will},
    ActRow{.act = "pause", .path = "/pause?mode={mode}", .needs = development},
    ActRow{.act = "resume", .path = "/resume", .needs = development},
    ActRow{.act = "lora_load",
           .path = "/v1/load_lora_adapter",
           .body = R"({"lora_name":{name},"lora_path":{path}})",
           .needs = adapters_at_will},
    ActRow{.act = "lora_unload",
           .path = "/v1/unload_lora_adapter",
           .body = R"({"lora_name":{name}})",
           .needs = adapters_at_will},
};

constexpr std::array<std::string_view, 9> operator_paths = {
    "/reset_mm_cache", "/reset_encoder_cache", "/abort_requests",   "/collective_rpc",
    "/start_profile",  "/stop_profile",        "/scale_elastic_ep", "/init_weight_transfer_engine",
    "/update_weights"};

}  // namespace vllm_impl

const Adapter vllm = {.name = "vllm",
                      .prefix = "vllm:",
                      .metrics = vllm_impl::rows,
                      .signs = vllm_impl::signs,
                      .versions = vllm_impl::versions,
                      .knobs = vllm_impl::knobs,
                      .acts = vllm_impl::acts,
                      .operator_paths = vllm_impl::operator_paths,
                      .health = "/health"};

}  // namespace foreshock::engine
