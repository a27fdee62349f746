#include "collect/source_queries.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/histograms.h"
#include "signals/signal.h"

namespace foreshock::collect::source_queries_test {

using testing::Contains;
using testing::Not;
using Names = std::set<std::string, std::less<>>;

std::string of(const SourcePlan& plan, std::string_view signal, bool histogram = false) {
  for (const SourceQuery& query : plan.queries)
    if (query.signal == signal && query.histogram == histogram) return query.promql;
  return "";
}

TEST(SourceQueries, AsksForLevelsByReplicaAndModel) {
  const auto plan = plan_queries({"vllm:num_requests_running", "vllm:kv_cache_usage_perc"}, {});
  EXPECT_EQ(of(plan, "running"), "sum by (instance, model_name) (vllm:num_requests_running >= 0)");
  EXPECT_EQ(of(plan, "kv_use"), "avg by (instance, model_name) (vllm:kv_cache_usage_perc >= 0)");
  EXPECT_EQ(plan.queries.size(), 2u);
  EXPECT_THAT(plan.without, Contains("waiting"));
  EXPECT_THAT(plan.without, Not(Contains("running")));
}

TEST(SourceQueries, AsksForGrowthOverTheWindow) {
  SourceOptions options;
  options.window = std::chrono::seconds(90);
  const auto plan = plan_queries({"vllm:num_preemptions_total", "vllm:request_queue_time_seconds_sum",
                                  "vllm:request_queue_time_seconds_count"},
                                 options);
  EXPECT_EQ(of(plan, "preemptions"),
            "sum by (instance, model_name) (rate(vllm:num_preemptions_total[90000ms]))");
  EXPECT_EQ(of(plan, "engine_queue_time"),
            "(sum by (instance, model_name) (increase(vllm:request_queue_time_seconds_sum[90000ms]))) / "
            "(sum by (instance, model_name) (increase(vllm:request_queue_time_seconds_count[90000ms])))");
}

TEST(SourceQueries, FindsCountersWithAndWithoutTotal) {
  const std::string bare = of(plan_queries({"vllm:num_preemptions"}, {}), "preemptions");
  EXPECT_EQ(bare, "sum by (instance, model_name) (rate(vllm:num_preemptions[120000ms]))");
  EXPECT_EQ(
      of(plan_queries({"vllm:num_preemptions", "vllm:num_preemptions_total"}, {}), "preemptions"),
      "(sum by (instance, model_name) (rate(vllm:num_preemptions_total[120000ms]))) or on (instance) (" +
          bare + ")");
}

TEST(SourceQueries, TheFirstRowThatAReplicaHasCounts) {
  EXPECT_EQ(of(plan_queries({"vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"}, {}), "kv_use"),
            "(avg by (instance, model_name) (vllm:kv_cache_usage_perc >= 0)) or on (instance) "
            "(avg by (instance, model_name) (vllm:gpu_cache_usage_perc >= 0))");
}

TEST(SourceQueries, PutsTheSelectorAndTheLabelsIntoEachMetric) {
  SourceOptions options;
  options.match = "{job=\"trt\", }";
  options.replica_label = "pod";
  const auto plan = plan_queries({"nv_trt_llm_kv_cache_block_metrics"}, options);
  EXPECT_EQ(of(plan, "kv_use"),
            "(sum by (pod, model_name) "
            "(nv_trt_llm_kv_cache_block_metrics{job=\"trt\",kv_cache_block_type=\"used\"} >= 0)) / "
            "(sum by (pod, model_name) "
            "(nv_trt_llm_kv_cache_block_metrics{job=\"trt\",kv_cache_block_type=\"max\"} >= 0))");
}

TEST(SourceQueries, PutsUnitsRight) {
  const auto plan = plan_queries({"DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_SM_CLOCK"}, {});
  EXPECT_EQ(of(plan, "gpu_util"),
            "(avg by (instance, model_name) (DCGM_FI_DEV_GPU_UTIL >= 0 <= 1000000000)) * 0.01");
  const auto clock = std::find_if(plan.queries.begin(), plan.queries.end(),
                                  [](const auto& q) { return q.signal == "gpu_clock"; });
  ASSERT_NE(clock, plan.queries.end());
  EXPECT_TRUE(clock->share_of_highest);
}

TEST(SourceQueries, AProcessCountsWhereAnEngineRuns) {
  EXPECT_TRUE(plan_queries({"process_open_fds", "up"}, {}).queries.empty()) << "of the server itself, say";
  EXPECT_EQ(of(plan_queries({"process_open_fds", "sglang:num_running_reqs"}, {}), "fds"),
            "(sum by (instance, model_name) (process_open_fds >= 0)) and on (instance) "
            "(count by (instance) (sglang:num_running_reqs))");
  EXPECT_EQ(of(plan_queries({"process_start_time_seconds", "sglang:num_running_reqs"}, {}), "uptime"),
            "(time() - (avg by (instance, model_name) (process_start_time_seconds >= 0))) and on (instance) "
            "(count by (instance) (sglang:num_running_reqs))");
}

TEST(SourceQueries, AHistogramStandsBeforeAMean) {
  const Names names{"vllm:request_queue_time_seconds_bucket", "vllm:request_queue_time_seconds_sum",
                    "vllm:request_queue_time_seconds_count"};
  const auto plan = plan_queries(names, {});
  EXPECT_EQ(of(plan, "engine_queue_time", true),
            "sum by (instance, model_name, le) (rate(vllm:request_queue_time_seconds_bucket[120000ms]))");
  EXPECT_TRUE(
      of(plan, "engine_queue_time")
          .ends_with("unless on (instance) (count by (instance) (vllm:request_queue_time_seconds_count))"));
  SourceOptions options;
  options.latency = false;
  EXPECT_EQ(of(plan_queries(names, options), "engine_queue_time", true), "");
}

TEST(SourceQueries, EachHistogramIsOfASignalThatIsADistribution) {
  const auto specs = signals::signal_specs();
  for (const engine::HistogramRow& row : engine::histograms()) {
    const auto spec =
        std::find_if(specs.begin(), specs.end(), [&](const SignalSpec& s) { return s.name == row.signal; });
    ASSERT_NE(spec, specs.end()) << row.signal;
    EXPECT_EQ(spec->rollup, Rollup::distribution) << row.signal;
  }
}

}  // namespace foreshock::collect::source_queries_test
