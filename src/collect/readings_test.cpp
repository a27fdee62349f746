#include "collect/readings.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

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

TEST(Readings, AnEngineThatDoesNotCountItsChecksChecksEveryDraft) {
  Readings readings;
  readings.read(speculation(1000, 1800, -1), noon);
  EXPECT_EQ(value_of("judge_calls", readings.read(speculation(1100, 2000, -1), noon + 10s)), 10);
}

TEST(Readings, TheClockIsAShareOfTheHighest) {
  Readings readings;
  readings.read("DCGM_FI_DEV_SM_CLOCK 1980\n", noon);
  EXPECT_EQ(value_of("gpu_clock", readings.read("DCGM_FI_DEV_SM_CLOCK 990\n", noon + 1s)), 0.5);
}

}  // namespace foreshock::collect::readings_test
