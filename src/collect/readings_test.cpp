#include "collect/readings.h"

#include <fstream>
#include <iterator>
#include <set>

#include <gtest/gtest.h>

#include "signals/signal.h"
#include "testkit/corpus.h"

namespace foreshock::collect::readings_test {

using namespace std::chrono_literals;

constexpr Instant noon{1'800'000'000s};

std::optional<double> value_of(std::string_view signal, const std::vector<Reading>& readings) {
  for (const Reading& reading : readings)
    if (reading.signal == signal) return reading.value;
  return std::nullopt;
}

TEST(Readings, TakesLevelsAsTheyStand) {
  Readings readings;
  const auto read = readings.read(
      "vllm:num_requests_running{engine=\"0\"} 3\nvllm:num_requests_running{engine=\"1\"} 4\n"
      "vllm:kv_cache_usage_perc{engine=\"0\"} 0.25\nvllm:kv_cache_usage_perc{engine=\"1\"} 0.75\n"
      "process_start_time_seconds 1799999940\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 80\nDCGM_FI_DEV_FB_USED 2\n",
      noon);
  EXPECT_EQ(value_of("running", read), 7);
  EXPECT_EQ(value_of("kv_use", read), 0.5);
  EXPECT_EQ(value_of("uptime", read), 60);
  EXPECT_EQ(value_of("gpu_util", read), 0.8);
  EXPECT_EQ(value_of("gpu_memory", read), 2097152);
}

TEST(Readings, WhatIsAbsentIsNoReading) {
  Readings readings;
  EXPECT_TRUE(readings.read("", noon).empty());
  const auto read = readings.read("vllm:num_requests_waiting 0\nsome_other_metric 9\n", noon + 1s);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(value_of("waiting", read), 0);
}

TEST(Readings, SumsBeyondAllNumbersAreNoReading) {
  Readings readings;
  const std::string_view page =
      "process_resident_memory_bytes 1e308\nprocess_resident_memory_bytes 1e308\n"
      "process_cpu_seconds_total{a=\"1\"} 1e308\nprocess_cpu_seconds_total 1e308\nprocess_open_fds 3\n";
  for (const Duration after : {0s, 10s}) {
    const auto read = readings.read(page, noon + after);
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(value_of("fds", read), 3);
  }
}

TEST(Readings, CountersBecomeRatesBetweenTwoPages) {
  Readings readings;
  EXPECT_TRUE(readings.read("vllm:num_preemptions_total 10\n", noon).empty());
  EXPECT_EQ(value_of("preemptions", readings.read("vllm:num_preemptions_total 13\n", noon + 2s)), 1.5);
  const auto restarted = readings.read("vllm:num_preemptions_total 1\n", noon + 4s);
  EXPECT_EQ(value_of("preemptions", restarted), 0.5) << "since it began anew";
}

std::string speculation(int drafts, int accepted, int judged) {
  return "vllm:spec_decode_num_drafts_total " + std::to_string(drafts) +
         "\nvllm:spec_decode_num_accepted_tokens_total " + std::to_string(accepted) +
         (judged < 0 ? "\n" : "\nvllm:spec_decode_num_judge_calls_total " + std::to_string(judged) + "\n");
}

TEST(Readings, ReadsHowWellSpeculationWorks) {
  Readings readings;
  readings.read(speculation(1000, 1800, 500), noon);
  const auto read = readings.read(speculation(1100, 2000, 520), noon + 10s);
  EXPECT_EQ(value_of("accept_length", read), 3);
  EXPECT_EQ(value_of("judge_calls", read), 2);
  EXPECT_TRUE(readings.read(speculation(1100, 2000, 520), noon + 20s).empty()) << "nothing was drafted";
}

TEST(Readings, OneCounterThatWentBackTellsThatAllBeganAnew) {
  Readings readings;
  readings.read("vllm:num_preemptions_total 10\n" + speculation(100, 180, -1), noon);
  const auto read = readings.read("vllm:num_preemptions_total 12\n" + speculation(10, 15, -1), noon + 2s);
  EXPECT_EQ(value_of("preemptions", read), 6) << "12, not 2, in two seconds";
  EXPECT_EQ(value_of("accept_length", read), 2.5);
}

TEST(Readings, TheNewerNameCountsAndACounterHasTwoNames) {
  Readings readings;
  const auto read = readings.read(
      "vllm:gpu_cache_usage_perc 0.1\nvllm:kv_cache_usage_perc 0.2\nvllm:num_preemptions 4\n", noon);
  EXPECT_EQ(value_of("kv_use", read), 0.2);
  EXPECT_EQ(value_of("kv_use", Readings().read("vllm:gpu_cache_usage_perc 0.1\n", noon)), 0.1);
  EXPECT_EQ(value_of("preemptions", readings.read("vllm:num_preemptions 6\n", noon + 1s)), 2);
}

TEST(Readings, MarksForNotKnownAreNoReading) {
  const auto read = Readings().read(
      "vllm:gpu_prefix_cache_hit_rate -1\nDCGM_FI_DEV_SM_CLOCK{gpu=\"0\"} 9223372036854775794\n"
      "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 2147483632\nDCGM_FI_DEV_GPU_UTIL{gpu=\"1\", UUID=\"\"} 50\n",
      noon);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(value_of("gpu_util", read), 0.5) << "of the device that knows it";
}

TEST(Readings, MeansAndSharesAreThoseSinceThePageBefore) {
  Readings readings;
  readings.read(
      "sglang:queue_time_seconds_sum 100\nsglang:queue_time_seconds_count 10\n"
      "llamacpp:prompt_tokens_cached_total 50\nllamacpp:prompt_tokens_total 50\n"
      "nv_inference_queue_duration_us 1000000\nnv_inference_request_success 1\n",
      noon);
  const auto read = readings.read(
      "sglang:queue_time_seconds_sum 106\nsglang:queue_time_seconds_count 13\n"
      "llamacpp:prompt_tokens_cached_total 80\nllamacpp:prompt_tokens_total 60\n",
      noon + 1s);
  EXPECT_EQ(value_of("engine_queue_time", read), 2);
  EXPECT_EQ(value_of("engine_prefix_hit", read), 0.75);
  const auto idle =
      readings.read("sglang:queue_time_seconds_sum 106\nsglang:queue_time_seconds_count 13\n", noon + 2s);
  EXPECT_EQ(value_of("engine_queue_time", idle), std::nullopt) << "nobody waited";
}

TEST(Readings, EveryOneIsASignal) {
  std::set<std::string_view> known;
  for (const SignalSpec& spec : signals::signal_specs()) known.insert(spec.name);
  for (const engine::Adapter* adapter : engine::adapters())
    for (const engine::MetricRow& row : adapter->metrics)
      EXPECT_TRUE(known.contains(row.signal) || row.signal == "uptime") << row.signal;
}

std::string recorded(const char* file) {
  std::ifstream stream(testkit::corpus_folder() / "metrics" / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Readings, AgreesWithWhatIsKnownOfRecordedPages) {
  FORESHOCK_NEEDS_CORPUS();
  Readings readings;
  readings.read(recorded("vllm-v1-spec-scrape1.prom"), noon);
  const auto read = readings.read(recorded("vllm-v1-spec-scrape2.prom"), noon + 15s);
  EXPECT_EQ(value_of("accept_length", read), 1.75);
  EXPECT_EQ(value_of("preemptions", read), 6 / 15.0);
}

// What the manifest of the recorded pages says of each.
TEST(Readings, GivesTheFactsOfEachRecordedEngine) {
  FORESHOCK_NEEDS_CORPUS();
  const auto read = [](const char* file) { return Readings().read(recorded(file), noon); };
  const auto old_llama = read("llamacpp-2025-02.prom");
  EXPECT_EQ(value_of("kv_use", old_llama), 0.81);
  EXPECT_EQ(value_of("running", old_llama), 2);
  EXPECT_EQ(value_of("waiting", old_llama), 7);
  const auto sglang = read("sglang-llama8b-overloaded.prom");
  EXPECT_EQ(value_of("kv_use", sglang), 0.28);
  EXPECT_EQ(value_of("running", sglang), 162);
  EXPECT_EQ(value_of("waiting", sglang), 2826);
  EXPECT_EQ(value_of("engine_prefix_hit", sglang), 0.007507552643049313);
  const auto triton = read("triton-trtllm-readme.prom");
  EXPECT_EQ(value_of("running", triton), 1);
  EXPECT_EQ(value_of("waiting", triton), 1);
  EXPECT_NEAR(value_of("kv_use", triton).value_or(1), 0.00016028, 1e-8);
  const auto v0 = read("vllm-v0-opt125m-2024-06.prom");
  EXPECT_EQ(value_of("kv_use", v0), 0);
  EXPECT_EQ(value_of("engine_prefix_hit", v0), std::nullopt) << "absent is not 0";
  EXPECT_EQ(value_of("gpu_clock", read("dcgm-exporter-readme.prom")), 1);
  EXPECT_TRUE(read("node-exporter-cpu-mem.prom").empty());
  EXPECT_TRUE(read("parser-edge-issue_71.prom").empty());
}

TEST(Readings, ARestartBetweenRecordedPagesIsSeen) {
  FORESHOCK_NEEDS_CORPUS();
  Readings readings;
  readings.read(recorded("vllm-v1-spec-scrape2.prom"), noon);
  const auto read = readings.read(recorded("vllm-v1-spec-scrape3-after-restart.prom"), noon + 15s);
  const double length = value_of("draft_length", read).value_or(0);
  EXPECT_NEAR((value_of("accept_length", read).value_or(0) - 1) / length, 0.7, 1e-9);
}

TEST(Readings, AnEngineThatDoesNotCountItsChecksChecksEveryDraft) {
  Readings readings;
  readings.read(speculation(1000, 1800, -1), noon);
  EXPECT_EQ(value_of("judge_calls", readings.read(speculation(1100, 2000, -1), noon + 10s)), 10);
}

TEST(Readings, AHistogramThatIsNamedAsACounterIsNone) {
  Readings readings;
  const std::string page =
      "vllm:num_preemptions_total_sum 7\nvllm:num_preemptions_total_count 3\n"
      "vllm:num_preemptions_total_bucket{le=\"+Inf\"} 3\n";
  readings.read(page, noon);
  EXPECT_EQ(value_of("preemptions", readings.read(page, noon + 10s)), std::nullopt);
}

TEST(Readings, TellsWhatWasDraftedAcceptedAndNotChecked) {
  Readings readings;
  readings.read(speculation(1000, 1800, 900), noon);
  const auto read = readings.read(speculation(1100, 2000, 980), noon + 10s);
  EXPECT_EQ(value_of("accepted", read), 20);
  EXPECT_EQ(value_of("judge_calls", read), 8);
  EXPECT_NEAR(value_of("judge_bypass", read).value_or(-1), 0.2, 1e-12);
}

TEST(Readings, TheClockIsAShareOfTheHighest) {
  Readings readings;
  readings.read("DCGM_FI_DEV_SM_CLOCK 1980\n", noon);
  EXPECT_EQ(value_of("gpu_clock", readings.read("DCGM_FI_DEV_SM_CLOCK 990\n", noon + 1s)), 0.5);
}

}  // namespace foreshock::collect::readings_test
