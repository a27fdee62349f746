#include "wire/engine_props.h"

#include <gtest/gtest.h>

namespace foreshock::wire::engine_props_test {

TEST(EngineProps, ReadsTheWindowAndWhetherItSleeps) {
  const EngineProps props = read_engine_props(
      R"({"default_generation_settings":{"n_ctx":256,"params":{}},"total_slots":4,"is_sleeping":true})");
  EXPECT_EQ(props.context_window, 256);
  EXPECT_EQ(props.asleep, true);
}

TEST(EngineProps, WhatIsNotToldIsAbsent) {
  for (const char* json : {"", "{", "[]", "{}", R"({"default_generation_settings":{"n_ctx":0}})",
                           R"({"default_generation_settings":7,"is_sleeping":"no"})"}) {
    EXPECT_FALSE(read_engine_props(json).context_window) << json;
    EXPECT_FALSE(read_engine_props(json).asleep) << json;
  }
}

}  // namespace foreshock::wire::engine_props_test
