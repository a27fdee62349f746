#include "signals/lumps.h"

#include <gtest/gtest.h>

namespace foreshock::signals::lumps_test {

using namespace std::chrono_literals;

// RUNS times AT_ONCE tokens, PACE apart from each other, and PAUSE before each further run.
bool came(int runs, int at_once, Duration pause, Duration pace = 0ms) {
  Lumps lumps;
  Instant now{1h};
  for (int run = 0; run < runs; ++run) {
    if (run > 0) now += pause;
    for (int token = 0; token < at_once; ++token) {
      if (token > 0) now += pace;
      lumps.on_token(now);
    }
  }
  return lumps.came();
}

TEST(Lumps, AreManyTokensAtOnceAndThenALongPause) {
  EXPECT_TRUE(came(4, 100, 2s));
  EXPECT_TRUE(came(4, 100, 2s, 1ms)) << "a lump takes some time to come";
}

TEST(Lumps, AreNeitherDraftsNorShortAnswersNorAnEngineThatStalls) {
  EXPECT_FALSE(came(500, 5, 20ms)) << "drafts";
  EXPECT_FALSE(came(100, 16, 700ms)) << "drafts of a slow engine";
  EXPECT_FALSE(came(1, 300, 0s)) << "an answer out of a cache, or a short one";
  EXPECT_FALSE(came(2, 100, 2s)) << "once is chance";
  EXPECT_FALSE(came(4, 100, 2s, 30ms)) << "an engine that pauses";
  EXPECT_FALSE(came(100, 1, 1s)) << "a slow engine";
}

TEST(Lumps, TheFirstTokenComesWithOthers) {
  Lumps lumps;
  Instant now{1h};
  lumps.on_token(now);
  for (int run = 0; run < 4; ++run) {
    now += 2s;
    for (int token = 0; token < 100; ++token) lumps.on_token(now);
  }
  EXPECT_FALSE(lumps.came()) << "what holds back would have held it back too";
}

}  // namespace foreshock::signals::lumps_test
