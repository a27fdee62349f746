#include "signals/cold_starts.h"

#include <gtest/gtest.h>

namespace foreshock::signals::cold_starts_test {

using namespace std::chrono_literals;

constexpr Instant noon{1'800'000'000s};

int cold_among(ColdStarts& starts, int requests, Instant at) {
  int cold = 0;
  for (int i = 0; i < requests; ++i) cold += starts.start_of("a", at) == Start::cold;
  return cold;
}

TEST(ColdStarts, NothingIsKnownOfAReplicaWithoutAnAge) {
  ColdStarts starts;
  starts.note_age("b", 1s, noon);
  EXPECT_EQ(starts.start_of("a", noon), Start::unknown);
}

TEST(ColdStarts, TwentyRequestsAreCold) {
  ColdStarts starts;
  starts.note_age("a", 10s, noon);
  EXPECT_EQ(cold_among(starts, 30, noon + 5min), 20);
}

TEST(ColdStarts, AMinuteIsCold) {
  ColdStarts starts;
  starts.note_age("a", 10s, noon);
  EXPECT_EQ(cold_among(starts, 30, noon + 49s), 30);
  EXPECT_EQ(cold_among(starts, 30, noon + 50s), 0);
}

TEST(ColdStarts, WhoWakesAReplicaIsCold) {
  ColdStarts starts;
  starts.note_age("a", 1h, noon);
  starts.note_sleep("a", true, noon + 1min);
  starts.note_sleep("a", true, noon + 2min);
  starts.note_sleep("a", false, noon + 2min + 2s);
  starts.note_sleep("a", false, noon + 2min + 3s);
  EXPECT_EQ(starts.start_of("a", noon + 2min + 1s), Start::cold) << "known once it is over";
  EXPECT_EQ(starts.start_of("a", noon + 2min + 2s), Start::warm);
  EXPECT_EQ(starts.start_of("a", noon), Start::warm);
  starts.note_sleep("b", true, noon);
  EXPECT_EQ(starts.start_of("b", noon + 1h), Start::cold) << "and without an age";
}

TEST(ColdStarts, OneThatRunsForLongIsWarm) {
  ColdStarts starts;
  starts.note_age("a", 1h, noon);
  EXPECT_EQ(starts.start_of("a", noon), Start::warm);
}

TEST(ColdStarts, ARestartIsColdAgainAndTheSameAgeIsNone) {
  ColdStarts starts;
  starts.note_age("a", 10s, noon);
  EXPECT_EQ(cold_among(starts, 20, noon + 2min), 20);
  starts.note_age("a", 131s, noon + 2min);
  EXPECT_EQ(cold_among(starts, 1, noon + 2min), 0);
  starts.note_age("a", 3s, noon + 3min);
  EXPECT_EQ(cold_among(starts, 1, noon + 3min), 1);
}

}  // namespace foreshock::signals::cold_starts_test
