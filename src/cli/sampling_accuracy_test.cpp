// How near what is read of a KV cache ten times a second comes to what the engine did: SPEC B11.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collect/fine_readings.h"
#include "enginesim/metrics_page.h"
#include "enginesim/model.h"

namespace foreshock::cli::sampling_accuracy_test {

using namespace std::chrono_literals;
using enginesim::Model;

enginesim::Request request(int number) {
  const std::string prompt =
      fmt::format("Conversation {}: tell me more of the sea and of its tides, please. ", number % 7);
  enginesim::Request made{enginesim::read_prompt(prompt, prompt), {}};
  made.wish.max_tokens = made.wish.length = 60 + 37 * (number % 11);
  return made;
}

double share(int64_t of, int64_t over) {
  return static_cast<double>(of) / static_cast<double>(over);
}

// A minute of traffic that rises and falls, in steps of a millisecond.
TEST(SamplingAccuracy, IsWithinWhatIsPromised) {
  Model model(enginesim::EngineSpec{}, 1);
  collect::FineReadings readings("a", 500ms);
  double truth = 0, sampled = 0, samples = 0, worst_hit = 0;
  enginesim::SchedulerCounters before;
  size_t hits = 0;
  const Instant start = model.ready_from();
  for (int millisecond = 0; millisecond < 60'000; ++millisecond) {
    const Instant now = start + millisecond * 1ms;
    const int pause = 150 + static_cast<int>(100 * std::sin(millisecond / 5'000.0));
    if (millisecond % pause == 0) model.submit(request(millisecond), now);
    model.advance(now);
    truth += model.kv_usage() / 60'000;
    if (millisecond % 100 != 0) continue;
    const enginesim::SchedulerCounters counted = model.scheduling();
    for (const FineSample& sample : readings.read(enginesim::metrics_page(model), now)) {
      if (sample.signal == "kv_use") {
        sampled += sample.value;
        ++samples;
        continue;
      }
      ++hits;
      const double exact =
          share(counted.prefix_hits - before.prefix_hits, counted.prefix_queries - before.prefix_queries);
      worst_hit = std::max(worst_hit, std::abs(sample.value - exact));
    }
    if (millisecond % 500 == 0) before = counted;
  }
  EXPECT_EQ(samples, 600);
  EXPECT_GT(truth, 0.005) << "the cache was in use";
  EXPECT_NEAR(sampled / samples / truth, 1, 0.012);
  EXPECT_GT(hits, 50);
  EXPECT_LE(worst_hit, 0.008);
}

}  // namespace foreshock::cli::sampling_accuracy_test
