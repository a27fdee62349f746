#include "enginesim/virtual_replica_test.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace foreshock::enginesim::virtual_replica_test {

double decode_time(const VirtualOutcome& outcome) {
  return outcome.at - outcome.first_token;
}

double time_between_tokens(VirtualReplica& replica, uint64_t streams) {
  for (uint64_t i = 1; i <= streams; ++i) EXPECT_FALSE(replica.submit(asking(i, 1, 1001), 0));
  const auto out = ended_until(replica, 1e6);
  EXPECT_EQ(out.size(), streams);
  return decode_time(out.at(0)) / 1000;
}

TEST(VirtualReplica, OneStreamHas80TokensASecondAndEachFurtherOneMakesAStepOnePercentLonger) {
  for (const uint64_t streams : {1u, 2u, 11u, 101u}) {
    VirtualReplica replica(exact());
    EXPECT_NEAR(time_between_tokens(replica, streams), (1 + 0.01 * static_cast<double>(streams - 1)) / 80,
                1e-9)
        << streams;
  }
}

TEST(VirtualReplica, FirstTokenComesAfterTheFixedPartAndThePrompt) {
  VirtualReplica replica(exact());
  replica.submit(asking(1, 2000, 10), 5);
  const auto out = ended_until(replica, 100);
  EXPECT_NEAR(out.at(0).first_token, 5 + 0.04 + 2000 / 20000.0, 1e-6);
  EXPECT_EQ(out.at(0).produced, 10);
}

TEST(VirtualReplica, PrefillIsShared) {
  VirtualReplica replica(exact());
  replica.submit(asking(1, 20000, 1), 0);
  replica.submit(asking(2, 10000, 1), 0);
  const auto out = ended_until(replica, 100);
  EXPECT_EQ(out.at(0).id, 2u);
  EXPECT_NEAR(out.at(0).at, 1.04, 1e-6);
  EXPECT_NEAR(out.at(1).at, 1.54, 1e-6);
}

TEST(VirtualReplica, MedianFirstTokenIsThatOfThePresetWhateverTheSpread) {
  VirtualReplica replica{VirtualSpec{}};
  std::vector<double> times;
  for (uint64_t i = 1; i <= 4001; ++i) {
    const double at = static_cast<double>(i) * 100;
    std::vector<VirtualOutcome> out;
    replica.advance(at, out);
    replica.submit(asking(i, 2000, 1), at);
    for (const auto& outcome : ended_until(replica, at + 99)) times.push_back(outcome.first_token - at);
  }
  ASSERT_EQ(times.size(), 4001u);
  std::nth_element(times.begin(), times.begin() + 2000, times.end());
  EXPECT_NEAR(times[2000], 0.14, 0.14 * 0.04);
}

TEST(VirtualReplica, SpeculationYieldsTheMeanAcceptedTokensAStep) {
  EXPECT_NEAR(mean_accepted(0.8, 5), (1 - std::pow(0.8, 6)) / 0.2, 1e-12);
  EXPECT_EQ(mean_accepted(1, 5), 6);
  VirtualSpec spec = exact();
  spec.draft_length = 5;
  VirtualReplica replica(spec);
  EXPECT_NEAR(time_between_tokens(replica, 1), 0.0125 * (1 + 5 * 0.05 + 5 * 0.001) / mean_accepted(0.8, 5),
              1e-9);
}

TEST(VirtualReplica, AStarvedJudgeThrowsTheDraftsAway) {
  VirtualSpec spec = exact();
  spec.draft_length = 5;
  VirtualReplica replica(spec);
  replica.set(Dial::spec_judge_share, 0, 0);
  EXPECT_NEAR(time_between_tokens(replica, 1), 0.0125 * 1.255, 1e-9);
}

TEST(VirtualReplica, ARequestMayAskForFewerDrafts) {
  VirtualSpec spec = exact();
  spec.draft_length = 5;
  VirtualReplica replica(spec);
  VirtualRequest request = asking(1, 20, 10'001);
  for (const auto& [most, drafts] : {std::pair{0, 0}, {2, 2}, {9, 5}}) {  // its own limit caps it
    request.id = static_cast<uint64_t>(most + 1);
    request.most_drafts = most;
    const double at = 1'000.0 * most;
    replica.submit(request, at);
    const VirtualOutcome outcome = ended_until(replica, at + 999).at(0);
    EXPECT_NEAR((outcome.at - outcome.first_token) / 10'000,
                0.0125 * (1 + drafts * (0.05 + 0.001)) / mean_accepted(0.8, drafts), 1e-9)
        << most;
  }
}

TEST(VirtualReplica, FewerDraftsOfOneRequestAreItsOwn) {
  VirtualSpec spec = exact();
  spec.draft_length = 5;
  spec.step_growth = 0;
  VirtualReplica replica(spec);
  VirtualRequest few = asking(1, 20, 1'000'000), usual = asking(2, 20, 1'000'000);
  few.most_drafts = 1;
  replica.submit(few, 0);
  replica.submit(usual, 0);
  std::vector<VirtualOutcome> out;
  replica.advance(100, out);
  EXPECT_NEAR(replica.progress(1)->rate / replica.progress(2)->rate,
              mean_accepted(0.8, 1) / mean_accepted(0.8, 5), 1e-9);
  EXPECT_NEAR(replica.draft_length(), 3, 1e-9) << "a step costs what is drafted in it";
  replica.cancel(1, 100);
  EXPECT_NEAR(replica.draft_length(), 5, 1e-9);
}

TEST(VirtualReplica, HalfTheDecodeRateIsHalfTheTokensASecond) {
  VirtualReplica replica(exact());
  replica.set(Dial::decode_rate, 0.5, 0);
  EXPECT_NEAR(time_between_tokens(replica, 1), 1 / 40.0, 1e-9);
}

TEST(VirtualReplica, AFullQueueRefusesAndSoDoesALongPrompt) {
  VirtualSpec spec = exact();
  spec.max_running = 1;
  spec.queue = 2;
  VirtualReplica replica(spec);
  std::vector<VirtualOutcome> out;
  EXPECT_FALSE(replica.submit(asking(1, 10, 100), 0));
  replica.advance(0, out);
  EXPECT_FALSE(replica.submit(asking(2, 10, 100), 0));
  EXPECT_FALSE(replica.submit(asking(3, 10, 100), 0));
  EXPECT_EQ(replica.submit(asking(4, 10, 100), 0), VirtualRefusal::queue_full);
  EXPECT_EQ(replica.submit(asking(5, 131073, 100), 0), VirtualRefusal::too_long);
  EXPECT_EQ(ended_until(replica, 1000).size(), 3u);
}

TEST(VirtualReplica, ALeavingClientMakesRoom) {
  VirtualSpec spec = exact();
  spec.max_running = 1;
  VirtualReplica replica(spec);
  replica.submit(asking(1, 20, 1000000), 0);
  replica.submit(asking(2, 20, 1), 0);
  std::vector<VirtualOutcome> out;
  replica.advance(10, out);
  EXPECT_NEAR(static_cast<double>(replica.cancel(1, 10).produced), (10 - 0.041) * 80 + 1, 1);
  EXPECT_NEAR(ended_until(replica, 100).at(0).first_token, 10.041, 1e-6);
}

}  // namespace foreshock::enginesim::virtual_replica_test
