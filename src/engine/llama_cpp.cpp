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
    judge_calls(speculation),
};

}  // namespace llama_cpp_impl

const Adapter llama_cpp = {"llama_cpp", "llamacpp:", llama_cpp_impl::rows};

}  // namespace foreshock::engine
