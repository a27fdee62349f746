#include "enginesim/shared_settings.h"

#include <gtest/gtest.h>

#include "core/catalog.h"

namespace foreshock::enginesim::shared_settings_test {

TEST(SharedSettings, AreRowsOfTheEngineAndReachTheReplica) {
  SimulatedEngineOptions engine;
  engine.spec.max_running = 3;
  engine.spec.load_time = std::chrono::milliseconds(1500);
  engine.spec.acceptance = Ratio{0.25};
  engine.spec.model = "mine";
  engine.seed = 9;
  ServedReplicaOptions replica;
  const ServedReplicaOptions before = replica;
  int shared = 0;
  for (const OptionRow& row : simulated_engine_options()) {
    if (!is_shared_setting(row.name)) continue;
    ++shared;
    share_setting(row.name, engine, replica);
  }
  EXPECT_EQ(shared, 12);
  EXPECT_EQ(replica.spec.max_running, 3);
  EXPECT_DOUBLE_EQ(replica.spec.load_time, 1.5);
  EXPECT_DOUBLE_EQ(replica.spec.acceptance, 0.25);
  EXPECT_EQ(replica.model, "mine");
  EXPECT_EQ(replica.spec.seed, 9u);
  EXPECT_EQ(replica.spec.decode_rate, before.spec.decode_rate);
  EXPECT_FALSE(is_shared_setting("step_base"));
}

TEST(SharedSettings, BothEnginesTakeTheSameContextUnlessSet) {
  EXPECT_EQ(EngineSpec{}.longest_context(), VirtualSpec{}.context);
}

}  // namespace foreshock::enginesim::shared_settings_test
