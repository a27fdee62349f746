#include "mitigate/breaker.h"

#include <gtest/gtest.h>

namespace foreshock::mitigate::breaker_test {

using namespace std::chrono_literals;

class BreakerTest : public ::testing::Test {
 protected:
  void end(Outcome outcome, int times) {
    for (int i = 0; i < times; ++i) {
      breaker_.sent(now_);
      breaker_.ended(outcome, now_);
    }
  }
  Trust trust() const { return breaker_.trust(now_); }

  Instant now_{1'800'000'000s};
  Breaker breaker_{BreakerOptions{}};
};

TEST(Outcome, SaysWhetherTheBackendIsAtFault) {
  EXPECT_EQ(outcome_of(TerminalState::ok, 200), Outcome::success);
  EXPECT_EQ(outcome_of(TerminalState::ok_no_done, 200), Outcome::success);
  for (const int status : {400, 401, 404, 413, 422, 429, 503})
    EXPECT_EQ(outcome_of(TerminalState::inband_error, status), Outcome::neutral) << status;
  EXPECT_EQ(outcome_of(TerminalState::cancelled, 200), Outcome::neutral);
  for (const int status : {500, 502, 504})
    EXPECT_EQ(outcome_of(TerminalState::inband_error, status), Outcome::failure) << status;
  for (const auto state : {TerminalState::truncated, TerminalState::timeout, TerminalState::malformed,
                           TerminalState::not_sse, TerminalState::finish_error, TerminalState::reset_reused})
    EXPECT_EQ(outcome_of(state, 200), Outcome::failure) << name_of(state);
}

TEST_F(BreakerTest, OpensOnARateOverAVolume) {
  end(Outcome::failure, 9);
  EXPECT_EQ(trust(), Trust::full) << "too few";
  end(Outcome::failure, 1);
  EXPECT_EQ(trust(), Trust::none);
}

TEST_F(BreakerTest, SomeFailuresAmongManyAreBorne) {
  end(Outcome::success, 60);
  end(Outcome::failure, 40);
  EXPECT_EQ(trust(), Trust::full);
  end(Outcome::failure, 20);
  EXPECT_EQ(trust(), Trust::none);
}

TEST_F(BreakerTest, AWindowForgetsTheOneBefore) {
  end(Outcome::failure, 9);
  now_ += 10s;
  end(Outcome::failure, 9);
  EXPECT_EQ(trust(), Trust::full);
}

TEST_F(BreakerTest, WhatIsNoFaultOfTheBackendNeitherOpensNorCloses) {
  end(Outcome::neutral, 1000);
  EXPECT_EQ(trust(), Trust::full);
  end(Outcome::failure, 10);
  end(Outcome::neutral, 1000);
  EXPECT_EQ(trust(), Trust::none);
}

TEST_F(BreakerTest, OneTrialAtATimeClosesIt) {
  end(Outcome::failure, 10);
  now_ += 5s;
  EXPECT_EQ(trust(), Trust::trial);
  breaker_.sent(now_);
  EXPECT_EQ(trust(), Trust::none) << "one is under way";
  EXPECT_TRUE(breaker_.ended(Outcome::success, now_));
  EXPECT_EQ(trust(), Trust::full);
  end(Outcome::failure, 9);
  EXPECT_EQ(trust(), Trust::full) << "what was before is forgotten";
}

TEST_F(BreakerTest, ATrialThatSaysNothingMakesRoomForTheNext) {
  end(Outcome::failure, 10);
  now_ += 5s;
  breaker_.sent(now_);
  breaker_.ended(Outcome::neutral, now_);
  EXPECT_EQ(trust(), Trust::trial);
}

TEST_F(BreakerTest, EachTrialThatFailsDoublesTheTime) {
  end(Outcome::failure, 10);
  now_ += 5s;
  end(Outcome::failure, 1);
  now_ += 9s;
  EXPECT_EQ(trust(), Trust::none);
  now_ += 1s;
  EXPECT_EQ(trust(), Trust::trial);
  for (int i = 0; i < 20; ++i) {
    end(Outcome::failure, 1);
    now_ += 2min;
    EXPECT_EQ(trust(), Trust::trial) << "two minutes at most";
  }
}

TEST_F(BreakerTest, OneThatWasSentBeforeDoesNotLengthenIt) {
  end(Outcome::failure, 10);
  for (int i = 0; i < 5; ++i) breaker_.ended(Outcome::failure, now_);
  now_ += 5s;
  EXPECT_EQ(trust(), Trust::trial);
}

}  // namespace foreshock::mitigate::breaker_test
