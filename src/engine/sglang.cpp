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

constexpr std::array signs = {Sign{"/v1/models", "/data/0/owned_by", "sglang"}};
constexpr std::array versions = {Sign{"/server_info", "/version"}, Sign{"/get_server_info", "/version"}};

constexpr std::array knobs = {
    KnobRow{"draft_length", Reach::start, "--speculative-num-steps, --speculative-num-draft-tokens"},
    KnobRow{"prefix_cache", Reach::request, "cache_salt, extra_key"},
    KnobRow{"prefix_cache", Reach::running, "POST /flush_cache"},
    KnobRow{"priority", Reach::request, "priority", "Needs --enable-priority-scheduling."},
    KnobRow{"max_tokens", Reach::request, "max_tokens"},
    KnobRow{"reasoning", Reach::request, "reasoning_effort"},
    KnobRow{"sleep", Reach::running, "POST /release_memory_occupation, /resume_memory_occupation"},
    KnobRow{"pause", Reach::running, "POST /pause_generation, /continue_generation"},
    KnobRow{"lora", Reach::request, "model: base:adapter"},
    KnobRow{"lora", Reach::running, "POST /load_lora_adapter, /unload_lora_adapter"},
    KnobRow{"slot_state", Reach::request, "session_id"},
};

constexpr std::string_view saves_memory = "Needs --enable-memory-saver.";

constexpr std::array acts = {
    ActRow{.act = "prefix_cache_reset", .path = "/flush_cache"},
    ActRow{.act = "sleep", .path = "/release_memory_occupation", .body = "{}", .needs = saves_memory},
    ActRow{.act = "wake", .path = "/resume_memory_occupation", .body = "{}", .needs = saves_memory},
    ActRow{.act = "pause", .path = "/pause_generation", .body = "{}"},
    ActRow{.act = "resume", .path = "/continue_generation", .body = "{}"},
    ActRow{.act = "abort_all", .path = "/abort_request", .body = R"({"abort_all":true})"},
    ActRow{.act = "lora_load",
           .path = "/load_lora_adapter",
           .body = R"({"lora_name":{name},"lora_path":{path}})",
           .needs = "Needs --enable-lora."},
    ActRow{.act = "lora_unload",
           .path = "/unload_lora_adapter",
           .body = R"({"lora_name":{name}})",
           .needs = "Needs --enable-lora."},
};

constexpr std::array<std::string_view, 9> operator_paths = {"/update_weights_from_disk",
                                                            "/update_weights_from_tensor",
                                                            "/update_weights_from_distributed",
                                                            "/init_weights_update_group",
                                                            "/set_internal_state",
                                                            "/slow_down",
                                                            "/start_profile",
                                                            "/stop_profile",
                                                            "/configure_logging"};

}  // namespace sglang_impl

const Adapter sglang = {.name = "sglang",
                        .prefix = "sglang:",
                        .metrics = sglang_impl::rows,
                        .signs = sglang_impl::signs,
                        .versions = sglang_impl::versions,
                        .knobs = sglang_impl::knobs,
                        .acts = sglang_impl::acts,
                        .operator_paths = sglang_impl::operator_paths,
                        .health = "/health"};

}  // namespace foreshock::engine
