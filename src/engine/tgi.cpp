// Text Generation Inference. Its batch_current_max_tokens is a budget, no use of the KV cache. Source:
// docs/source/reference/metrics.md.
#include <array>

#include "engine/adapter.h"

namespace foreshock::engine {
namespace tgi_impl {

constexpr std::array rows = {
    MetricRow{"running", {"tgi_batch_current_size"}},
    MetricRow{"waiting", {"tgi_queue_size"}},
    MetricRow{"engine_queue_time",
              {"tgi_request_queue_duration_sum"},
              As::quotient_of_growths,
              {"tgi_request_queue_duration_count"}},
};

constexpr std::array signs = {Sign{"/info", "/router", "text-generation-router"}};
constexpr std::array versions = {Sign{"/info", "/version"}};

constexpr std::array knobs = {
    KnobRow{"draft_length", Reach::start, "--speculate"},
    KnobRow{"prefix_cache", Reach::start, "PREFIX_CACHING"},
    KnobRow{"context_overflow", Reach::request, "truncate"},
    KnobRow{"kv_precision", Reach::start, "--kv-cache-dtype"},
    KnobRow{"max_tokens", Reach::request, "max_tokens"},
    KnobRow{"lora", Reach::request, "adapter_id"},
};

}  // namespace tgi_impl

const Adapter tgi = {.name = "tgi",
                     .prefix = "tgi_",
                     .metrics = tgi_impl::rows,
                     .signs = tgi_impl::signs,
                     .versions = tgi_impl::versions,
                     .knobs = tgi_impl::knobs,
                     .health = "/health"};

}  // namespace foreshock::engine
