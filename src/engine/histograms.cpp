#include "engine/histograms.h"

#include <array>

namespace foreshock::engine {
namespace histograms_impl {

// Sources: vllm/v1/metrics/loggers.py (time_per_output_token until 2025),
// srt/observability/metrics_collector.py, tensorrt_llm/metrics/collector.py, lmdeploy/metrics/loggers.py,
// TGI's docs/source/reference/metrics.md. TGI's time per token is a mean of each request, no gap.
constexpr std::array rows = {
    HistogramRow{"ttft", "vllm:time_to_first_token_seconds"},
    HistogramRow{"ttft", "sglang:time_to_first_token_seconds"},
    HistogramRow{"ttft", "lmdeploy:time_to_first_token_seconds"},
    HistogramRow{"ttft", "trtllm_time_to_first_token_seconds"},
    HistogramRow{"inter_token", "vllm:inter_token_latency_seconds"},
    HistogramRow{"inter_token", "vllm:time_per_output_token_seconds"},
    HistogramRow{"inter_token", "sglang:inter_token_latency_seconds"},
    HistogramRow{"inter_token", "sglang:time_per_output_token_seconds"},
    HistogramRow{"inter_token", "lmdeploy:time_per_output_token_seconds"},
    HistogramRow{"inter_token", "trtllm_time_per_output_token_seconds"},
    HistogramRow{"e2e", "vllm:e2e_request_latency_seconds"},
    HistogramRow{"e2e", "sglang:e2e_request_latency_seconds"},
    HistogramRow{"e2e", "lmdeploy:e2e_request_latency_seconds"},
    HistogramRow{"e2e", "trtllm_e2e_request_latency_seconds"},
    HistogramRow{"e2e", "tgi_request_duration"},
    HistogramRow{"engine_queue_time", "vllm:request_queue_time_seconds"},
    HistogramRow{"engine_queue_time", "sglang:queue_time_seconds"},
    HistogramRow{"engine_queue_time", "lmdeploy:request_queue_time_seconds"},
    HistogramRow{"engine_queue_time", "trtllm_request_queue_time_seconds"},
    HistogramRow{"engine_queue_time", "tgi_request_queue_duration"},
};

}  // namespace histograms_impl

std::span<const HistogramRow> histograms() {
  return histograms_impl::rows;
}

}  // namespace foreshock::engine
