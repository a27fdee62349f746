// What reading a page of metrics costs; eight engines that are read each 100 ms make 80 pages a second.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "collect/readings.h"

namespace foreshock::collect::readings_bench {

// As large as one of vLLM: 12 gauges and counters, and HISTOGRAMS of 40 buckets.
std::string page_of(int64_t histograms) {
  constexpr std::string_view labels = R"({engine="0",model_name="meta-llama/Llama-3.1-8B-Instruct"})";
  std::string page;
  for (const char* name :
       {"num_requests_running", "num_requests_waiting", "kv_cache_usage_perc", "num_preemptions_total",
        "prefix_cache_hits_total", "prefix_cache_queries_total", "spec_decode_num_drafts_total",
        "spec_decode_num_draft_tokens_total", "spec_decode_num_accepted_tokens_total",
        "request_queue_time_seconds_sum", "request_queue_time_seconds_count", "generation_tokens_total"})
    page += fmt::format("# HELP vllm:{0} Something.\n# TYPE vllm:{0} gauge\nvllm:{0}{1} 7.0\n", name, labels);
  for (int64_t i = 0; i < histograms; ++i)
    for (int bucket = 0; bucket < 40; ++bucket)
      page +=
          fmt::format("vllm:histogram_{}_seconds_bucket{{engine=\"0\",le=\"{}\",model_name=\"m\"}} {}.0\n", i,
                      bucket, bucket);
  return page;
}

void read_page(benchmark::State& state) {
  const std::string page = page_of(state.range(0));
  Readings readings;
  Instant at{std::chrono::hours(500'000)};
  for (auto _ : state) {
    at += std::chrono::milliseconds(100);
    benchmark::DoNotOptimize(readings.read(page, at));
  }
  state.counters["bytes"] = static_cast<double>(page.size());
}
BENCHMARK(read_page)->Name("read_page/histograms")->Arg(0)->Arg(12);

}  // namespace foreshock::collect::readings_bench
