#include "enginesim/metrics_page.h"

#include <array>

#include <fmt/format.h>

#include "enginesim/metrics_text.h"

namespace foreshock::enginesim {
namespace metrics_page_impl {

struct HistogramRow {
  std::string_view name, help;
  Histogram Statistics::*member;
};
constexpr std::array histograms = {
    HistogramRow{"time_to_first_token_seconds", "Histogram of time to first token in seconds.",
                 &Statistics::time_to_first_token},
    HistogramRow{"inter_token_latency_seconds", "Histogram of inter-token latency in seconds.",
                 &Statistics::inter_token_latency},
    HistogramRow{"iteration_tokens_total", "Histogram of number of tokens per engine_step.",
                 &Statistics::iteration_tokens},
    HistogramRow{"e2e_request_latency_seconds", "Histogram of e2e request latency in seconds.",
                 &Statistics::request_latency},
    HistogramRow{"request_queue_time_seconds", "Histogram of time spent in WAITING phase for request.",
                 &Statistics::queue_time},
    HistogramRow{"request_inference_time_seconds", "Histogram of time spent in RUNNING phase for request.",
                 &Statistics::inference_time},
    HistogramRow{"request_prefill_time_seconds", "Histogram of time spent in PREFILL phase for request.",
                 &Statistics::prefill_time},
    HistogramRow{"request_decode_time_seconds", "Histogram of time spent in DECODE phase for request.",
                 &Statistics::decode_time},
    HistogramRow{"request_prompt_tokens", "Number of prefill tokens processed.",
                 &Statistics::request_prompt_tokens},
    HistogramRow{"request_generation_tokens", "Number of generation tokens processed.",
                 &Statistics::request_generation_tokens},
    HistogramRow{"request_max_num_generation_tokens",
                 "Histogram of maximum number of requested generation tokens.",
                 &Statistics::longest_generation},
    HistogramRow{"request_params_n", "Histogram of the n request parameter.", &Statistics::answers_wanted},
    HistogramRow{"request_params_max_tokens", "Histogram of the max_tokens request parameter.",
                 &Statistics::max_tokens},
};

void add_requests(const EngineMetrics& metrics, MetricsText& page) {
  const auto finished = [&](FinishReason reason) {
    return metrics.statistics->finished[static_cast<size_t>(reason)];
  };
  page.gauge("num_requests_running", "Number of requests in model execution batches.",
             static_cast<double>(metrics.running));
  page.gauge("num_requests_waiting", "Number of requests waiting to be processed.",
             static_cast<double>(metrics.waiting));
  page.begin_counter("request_success_total", "Count of successfully processed requests.");
  page.sample("request_success_total", "finished_reason=\"stop\"",
              finished(FinishReason::stop) + finished(FinishReason::tool_calls));
  page.sample("request_success_total", "finished_reason=\"length\"", finished(FinishReason::length));
  page.sample("request_success_total", "finished_reason=\"abort\"", metrics.statistics->aborted);
}

void add_cache(const EngineMetrics& metrics, MetricsText& page) {
  page.gauge("kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.", metrics.kv_use);
  page.info("cache_config_info", "Information of the LLMEngine CacheConfig",
            fmt::format("block_size=\"{}\",cache_dtype=\"auto\",enable_prefix_caching=\"True\","
                        "gpu_memory_utilization=\"0.9\",num_gpu_blocks=\"{}\"",
                        metrics.block_tokens, metrics.kv_blocks));
  page.counter("prefix_cache_queries_total", "Prefix cache queries, in terms of number of queried tokens.",
               metrics.prefix_queries);
  page.counter("prefix_cache_hits_total", "Prefix cache hits, in terms of number of cached tokens.",
               metrics.prefix_hits);
  page.counter("num_preemptions_total", "Cumulative number of preemption from the engine.",
               metrics.preemptions);
}

void add_tokens_and_times(const Statistics& counted, MetricsText& page) {
  page.counter("prompt_tokens_total", "Number of prefill tokens processed.", counted.prompt_tokens);
  page.counter("generation_tokens_total", "Number of generation tokens processed.",
               counted.generation_tokens);
  for (const HistogramRow& row : histograms) page.histogram(row.name, row.help, counted.*row.member);
}

void add_speculation(const EngineMetrics& metrics, MetricsText& page) {
  const Statistics& counted = *metrics.statistics;
  int64_t accepted = 0;
  for (const int64_t at_position : counted.accepted_at) accepted += at_position;
  page.counter("spec_decode_num_drafts_total", "Number of spec decoding drafts.", counted.drafts);
  page.counter("spec_decode_num_draft_tokens_total", "Number of draft tokens.", counted.draft_tokens);
  page.counter("spec_decode_num_accepted_tokens_total", "Number of accepted tokens.", accepted);
  page.begin_counter("spec_decode_num_accepted_tokens_per_pos_total", "Accepted tokens per draft position.");
  for (size_t position = 0; position < counted.accepted_at.size(); ++position)
    page.sample("spec_decode_num_accepted_tokens_per_pos_total", fmt::format("position=\"{}\"", position),
                counted.accepted_at[position]);
  page.counter("spec_decode_num_judge_calls_total", "Number of drafts that were checked.",
               metrics.judge_calls);
}

}  // namespace metrics_page_impl

std::string metrics_page(const EngineMetrics& metrics) {
  using namespace metrics_page_impl;
  MetricsText page(metrics.model);
  add_requests(metrics, page);
  add_cache(metrics, page);
  add_tokens_and_times(*metrics.statistics, page);
  if (metrics.speculates) add_speculation(metrics, page);
  return std::move(page).text();
}

std::string metrics_page(const Model& model) {
  EngineMetrics metrics;
  metrics.model = model.spec().model;
  metrics.running = model.running();
  metrics.waiting = model.waiting();
  metrics.kv_use = model.kv_usage();
  metrics.prefix_queries = model.scheduling().prefix_queries;
  metrics.prefix_hits = model.scheduling().prefix_hits;
  metrics.preemptions = model.scheduling().preemptions;
  metrics.kv_blocks = model.spec().kv_blocks;
  metrics.block_tokens = block_tokens;
  metrics.statistics = &model.statistics();
  metrics.judge_calls = model.statistics().drafts;
  metrics.speculates = model.spec().draft_length > 0;
  return metrics_page(metrics);
}

}  // namespace foreshock::enginesim
