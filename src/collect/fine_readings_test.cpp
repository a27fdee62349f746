#include "collect/fine_readings.h"

#include <gtest/gtest.h>

#include "collect/fine_samples.h"

namespace foreshock::collect::fine_readings_test {

using namespace std::chrono_literals;
using namespace std::string_literals;

constexpr Instant start{std::chrono::hours(500'000)};

std::vector<double> values(const std::vector<FineSample>& samples, std::string_view signal,
                           std::string_view layer = "") {
  std::vector<double> values;
  for (const FineSample& sample : samples)
    if (sample.signal == signal && sample.layer == layer) values.push_back(sample.value);
  return values;
}

TEST(FineReadings, ReadTheUseOfTheCacheEachTimeAndItsHitsLessOften) {
  FineReadings readings("a", 500ms);
  size_t uses = 0;
  std::vector<double> hits;
  for (int i = 0; i <= 10; ++i) {
    const std::string page = "vllm:kv_cache_usage_perc 0."s.append(std::to_string(10 + i))
                                 .append("\nvllm:prefix_cache_queries_total ")
                                 .append(std::to_string(100 * i))
                                 .append("\nvllm:prefix_cache_hits_total ")
                                 .append(std::to_string(i <= 5 ? 60 * i : 300))
                                 .append("\n");
    const auto samples = readings.read(page, start + i * 100ms);
    uses += values(samples, "kv_use").size();
    for (const double hit : values(samples, "engine_prefix_hit")) hits.push_back(hit);
  }
  EXPECT_EQ(uses, 11);
  EXPECT_EQ(hits, (std::vector<double>{0.6, 0})) << "of each half second";
  EXPECT_EQ(readings.take_peak(), 0.20);
  EXPECT_EQ(readings.take_peak(), std::nullopt);
}

TEST(FineReadings, TellLayersWhereTheEngineDoes) {
  FineReadings readings("a", 500ms);
  const std::string page =
      "vllm:kv_cache_usage_perc{layer=\"0\"} 0.25\nvllm:kv_cache_usage_perc{layer=\"1\"} 0.75\n";
  for (int i = 0; i < 2; ++i) {
    const auto samples = readings.read(page, start + i * 100ms);
    EXPECT_EQ(values(samples, "kv_use"), std::vector<double>{0.5});
    EXPECT_EQ(values(samples, "kv_use", "0"), std::vector<double>{0.25});
    EXPECT_EQ(values(samples, "kv_use", "1"), std::vector<double>{0.75});
  }
}

TEST(FineReadings, FollowAnEngineThatNamesItsMetricsAnew) {
  FineReadings readings("a", 500ms);
  EXPECT_EQ(values(readings.read("vllm:gpu_cache_usage_perc 0.1\n", start), "kv_use").size(), 1);
  EXPECT_EQ(values(readings.read("vllm:kv_cache_usage_perc 0.2\n", start + 100ms), "kv_use"),
            std::vector<double>{0.2});
  EXPECT_TRUE(readings.read("", start + 200ms).empty());
}

TEST(FineSamples, AreFoundByReplicaAndTime) {
  FineSamples samples;
  for (int i = 0; i < 5; ++i) samples.take({"a", "kv_use", "", start + i * 100ms, i / 10.0});
  samples.take({"b", "kv_use", "", start, 0.9});
  samples.take({"a", "kv_use", "3", start, 0.4});
  const auto found = samples.between("a", start + 100ms, start + 300ms);
  ASSERT_EQ(found.size(), 3);
  EXPECT_EQ(found.front().value, 0.1);
  EXPECT_EQ(samples.newest().size(), 3) << "two replicas and a layer";
}

TEST(FineSamples, AreKeptForMinutes) {
  FineSamples samples;
  samples.take({"a", "kv_use", "", start, 0.1});
  samples.take({"a", "kv_use", "", start + FineSamples::kept, 0.2});
  EXPECT_EQ(samples.between("a", start, start + 1h).size(), 2);
  samples.take({"a", "kv_use", "", start + FineSamples::kept + 1s, 0.3});
  EXPECT_EQ(samples.between("a", start, start + 1h).size(), 2);
}

TEST(FineTap, HoldsTheMemoryOfEachReplica) {
  struct Nowhere final : SeriesSink {
    void take(std::span<const Sample> samples) override { count += samples.size(); }
    size_t count = 0;
  } next;
  FineSamples fine;
  FineTap tap(next, fine);
  const std::vector<Sample> samples = {{{"gpu_memory", {}}, start, 7, 1},
                                       {{"gpu_memory", {"replica", "a"}}, start, 5, 1},
                                       {{"gpu_util", {"replica", "a"}}, start, 1, 1}};
  tap.take(samples);
  EXPECT_EQ(next.count, 3);
  ASSERT_EQ(fine.newest().size(), 1);
  EXPECT_EQ(fine.newest()[0].value, 5);
}

}  // namespace foreshock::collect::fine_readings_test
