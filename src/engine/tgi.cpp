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

}  // namespace tgi_impl

const Adapter tgi = {"tgi", "tgi_", tgi_impl::rows};

}  // namespace foreshock::engine
