#include "enginesim/options.h"

#include <gtest/gtest.h>

#include "core/catalog.h"

namespace foreshock::enginesim::options_test {

Result<void> set(SimulatedEngineOptions& options, std::string_view name, std::string_view text) {
  return set_option(*find_by_name(simulated_engine_options(), name), &options, text);
}

TEST(SimulatedEngineOptions, ReachTheirMembers) {
  SimulatedEngineOptions options;
  EXPECT_TRUE(set(options, "model", "m"));
  EXPECT_TRUE(set(options, "max_running", "3"));
  EXPECT_TRUE(set(options, "acceptance", "55%"));
  EXPECT_TRUE(set(options, "step_base", "7ms"));
  EXPECT_TRUE(set(options, "seed", "9"));
  EXPECT_TRUE(set(options, "speed", "20"));
  EXPECT_EQ(options.spec.model, "m");
  EXPECT_EQ(options.spec.max_running, 3);
  EXPECT_DOUBLE_EQ(options.spec.acceptance.value, 0.55);
  EXPECT_EQ(options.spec.step_base, std::chrono::milliseconds(7));
  EXPECT_EQ(options.seed, 9);
  EXPECT_EQ(options.speed, 20);
}

TEST(SimulatedEngineOptions, DefaultsLieInTheirRanges) {
  SimulatedEngineOptions options;
  for (const OptionRow& row : simulated_engine_options())
    EXPECT_TRUE(set_option(row, &options, row.get(&options))) << row.name;
}

TEST(SimulatedEngineOptions, RefuseWhatNoEngineCanBe) {
  SimulatedEngineOptions options;
  EXPECT_FALSE(set(options, "max_running", "0"));
  EXPECT_FALSE(set(options, "kv_blocks", "0"));
  EXPECT_FALSE(set(options, "acceptance", "1.5"));
  EXPECT_EQ(options.spec.max_running, EngineSpec{}.max_running);
}

}  // namespace foreshock::enginesim::options_test
