#include "enginesim/step_time.h"

#include <gtest/gtest.h>

namespace foreshock::enginesim::step_time_test {

using namespace std::chrono_literals;

TEST(StepTime, TheDefaultsGiveTheBatchEffect) {
  const EngineSpec spec;
  EXPECT_EQ(64 * step_time(spec, {.sequences = 1}), 1500ms);
  EXPECT_EQ(64 * step_time(spec, {.sequences = 4}), 1800ms);
}

TEST(StepTime, AddsUpItsParts) {
  EngineSpec spec;
  spec.step_base = 10ms;
  spec.step_per_sequence = 1ms;
  spec.prefill_rate = 1000;
  spec.decode_per_context = 2ms;
  spec.prefill_per_context = 100us;
  spec.draft_cost = 3ms;
  spec.verify_cost = 500us;
  EXPECT_EQ(step_time(spec, {.sequences = 2}), 12ms);
  EXPECT_EQ(step_time(spec, {.sequences = 1, .prefill_tokens = 40}), 51ms);
  EXPECT_EQ(step_time(spec, {.sequences = 1, .decode_context = 3000}), 17ms);
  EXPECT_EQ(step_time(spec, {.sequences = 1, .prefill_context = 20000}), 13ms);
  EXPECT_EQ(step_time(spec, {.sequences = 2, .draft_positions = 4, .draft_tokens = 8}), 28ms);
}

TEST(StepTime, ALongPromptCostsMoreThanLinearly) {
  const EngineSpec spec;
  const auto prefill = [&](double tokens) {
    return seconds(step_time(spec, {.prefill_tokens = static_cast<int64_t>(tokens),
                                    .prefill_context = tokens * tokens / 2})) -
           seconds(spec.step_base);
  };
  EXPECT_NEAR(prefill(1000), 0.0505, 1e-6);
  EXPECT_GT(prefill(32000), 32 * prefill(1000) * 1.1);
}

}  // namespace foreshock::enginesim::step_time_test
