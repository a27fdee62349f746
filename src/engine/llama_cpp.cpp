// llama.cpp's server in three ages: with a gauge of its KV cache (until May 2025), without, and with counters
// of speculation (2026). Source: tools/server/server-context.cpp.
#include <array>

#include "engine/speculation.h"

namespace foreshock::engine {
namespace llama_cpp_impl {

constexpr SpeculationCounters speculation = {{"llamacpp:spec_decode_num_drafts_total"},
                                             {"llamacpp:spec_decode_num_draft_tokens_total"},
                                             {"llamacpp:spec_decode_num_accepted_tokens_total"}};

constexpr std::array rows = {
    MetricRow{"running", {"llamacpp:requests_processing"}},
    MetricRow{"waiting", {"llamacpp:requests_deferred"}},
    MetricRow{"kv_use", {"llamacpp:kv_cache_usage_ratio"}},
    MetricRow{"engine_prefix_hit",
              {"llamacpp:prompt_tokens_cached_total"},
              As::quotient_of_growths,
              {"llamacpp:prompt_tokens_cached_total"},
              {"llamacpp:prompt_tokens_total"}},
    accept_length(speculation),
    draft_length(speculation),
    drafted(speculation),
    accepted(speculation),
    judge_calls(speculation),
};

constexpr std::array signs = {Sign{"/v1/models", "/data/0/owned_by", "llamacpp"},
                              Sign{"/props", "/default_generation_settings"}};
constexpr std::array versions = {Sign{"/props", "/build_info"}};

constexpr std::array knobs = {
    KnobRow{"draft_length", Reach::start, "--spec-draft-n-max"},
    KnobRow{"draft_length", Reach::request, "speculative.n_max", "Taken until 2025, ignored since."},
    KnobRow{"prefix_cache", Reach::request, "cache_prompt, n_cache_reuse, id_slot"},
    KnobRow{"prefix_cache", Reach::start, "--cache-reuse, --cache-ram"},
    KnobRow{"context_overflow", Reach::request, "n_keep, n_discard"},
    KnobRow{"context_overflow", Reach::start, "--context-shift", "Off unless said, since 2025."},
    KnobRow{"kv_precision", Reach::start, "--cache-type-k, --cache-type-v"},
    KnobRow{"max_tokens", Reach::request, "max_tokens, n_predict, t_max_predict_ms"},
    KnobRow{"reasoning", Reach::request, "reasoning_effort, reasoning_budget_tokens"},
    KnobRow{"reasoning", Reach::running, "POST /v1/chat/completions/control"},
    KnobRow{"sleep", Reach::start, "--sleep-idle-seconds"},
    KnobRow{"lora", Reach::request, "lora"},
    KnobRow{"lora", Reach::running, "POST /lora-adapters"},
    KnobRow{"slot_state", Reach::running, "POST /slots/{slot}?action=save|restore|erase"},
};

constexpr std::string_view keeps_slots = "Needs --slot-save-path.";
constexpr std::array saved = {Fact{"tokens", "/n_saved"}, Fact{"bytes", "/n_written"},
                              Fact{"ms", "/timings/save_ms"}};
constexpr std::array restored = {Fact{"tokens", "/n_restored"}, Fact{"bytes", "/n_read"},
                                 Fact{"ms", "/timings/restore_ms"}};
constexpr std::array erased = {Fact{"tokens", "/n_erased"}};

constexpr std::array acts = {
    ActRow{.act = "slot_save",
           .path = "/slots/{slot}?action=save",
           .body = R"({"filename":{file}})",
           .facts = saved,
           .needs = keeps_slots},
    ActRow{.act = "slot_restore",
           .path = "/slots/{slot}?action=restore",
           .body = R"({"filename":{file}})",
           .facts = restored,
           .needs = keeps_slots},
    ActRow{.act = "slot_erase", .path = "/slots/{slot}?action=erase", .facts = erased},
    ActRow{.act = "lora_scale", .path = "/lora-adapters", .body = R"([{"id":{id},"scale":{scale}}])"},
    ActRow{.act = "model_load",
           .path = "/models/load",
           .body = R"({"model":{model}})",
           .needs = "Needs the router mode."},
    ActRow{.act = "model_unload",
           .path = "/models/unload",
           .body = R"({"model":{model}})",
           .needs = "Needs the router mode."},
};

constexpr std::array<std::string_view, 1> operator_paths = {"/props"};

}  // namespace llama_cpp_impl

const Adapter llama_cpp = {.name = "llama_cpp",
                           .prefix = "llamacpp:",
                           .metrics = llama_cpp_impl::rows,
                           .signs = llama_cpp_impl::signs,
                           .versions = llama_cpp_impl::versions,
                           .knobs = llama_cpp_impl::knobs,
                           .acts = llama_cpp_impl::acts,
                           .operator_paths = llama_cpp_impl::operator_paths,
                           .health = "/health"};

}  // namespace foreshock::engine
