#include "enginesim/virtual_replica.h"

#include <cmath>

#include <gtest/gtest.h>

namespace foreshock::enginesim::virtual_replica_test {

// No spread from request to request, so that times can be said exactly.
VirtualSpec exact() {
  VirtualSpec spec;
  spec.first_token_log_sd = spec.inter_token_log_sd = 0;
  return spec;
}

VirtualRequest asking(uint64_t id, int64_t prompt, int64_t output) {
  VirtualRequest request;
  request.id = id;
  request.prompt_tokens = prompt;
  request.output_tokens = output;
  return request;
}

std::vector<VirtualOutcome> ended_until(VirtualReplica& replica, double until) {
  std::vector<VirtualOutcome> all, out;
  replica.advance(until, all);
  for (const auto& outcome : all)
    if (outcome.ended) out.push_back(outcome);
  return out;
}

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

TEST(VirtualReplica, LittlesLawHolds) {
  VirtualSpec spec;
  spec.max_running = 16;
  VirtualReplica replica(spec);
  Random random(3);
  double now = 0, area = 0, waited = 0, arrivals = 0;
  std::vector<VirtualOutcome> out;
  const auto move = [&](double to) {
    while (now < to) {
      const double next = std::min(to, replica.next_event_at());
      area += (next - now) * static_cast<double>(replica.running() + replica.waiting());
      replica.advance(now = next, out);
    }
  };
  while (now < 20000) {
    move(now + random.exponential(1 / 6.0));
    replica.submit(asking(static_cast<uint64_t>(++arrivals), 500, 140), now);
  }
  move(now + 1000);
  double ended = 0;
  for (const auto& outcome : out)
    if (outcome.ended) {
      ++ended;
      waited += outcome.at - outcome.arrived;
    }
  EXPECT_EQ(ended, arrivals);
  EXPECT_NEAR(area / now, ended / now * (waited / ended), area / now * 0.02);
  EXPECT_GT(area / now, 8) << "a load worth the name";
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
  EXPECT_EQ(replica.submit(asking(4, 10, 100), 0), Refusal::queue_full);
  EXPECT_EQ(replica.submit(asking(5, 131073, 100), 0), Refusal::too_long);
  EXPECT_EQ(ended_until(replica, 1000).size(), 3u);
}

TEST(VirtualReplica, ARestartResetsAndIsDownForTheLoadTime) {
  VirtualReplica replica(exact());
  std::vector<VirtualOutcome> out;
  replica.submit(asking(1, 10, 1000), 0);
  replica.advance(2, out);
  out.clear();
  replica.restart(2, out);
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].end, VirtualEnd::reset);
  EXPECT_NEAR(static_cast<double>(out[0].produced), (2 - 0.0405) * 80 + 1, 1);
  EXPECT_EQ(replica.submit(asking(2, 10, 10), 61), Refusal::down);
  EXPECT_FALSE(replica.submit(asking(2, 10, 10), 62));
  EXPECT_TRUE(replica.cold(100));
}

TEST(VirtualReplica, AnUnloadedModelIsLoadedFirst) {
  VirtualReplica replica(exact());
  replica.submit(asking(1, 20, 1), 0);
  ended_until(replica, 1000);
  replica.set(Dial::unload_idle, 900, 1000);
  replica.submit(asking(2, 20, 1), 1001);
  EXPECT_NEAR(ended_until(replica, 2000).at(0).first_token, 1001 + 60 + 0.041, 1e-6);
}

TEST(VirtualReplica, ALeavingClientMakesRoom) {
  VirtualSpec spec = exact();
  spec.max_running = 1;
  VirtualReplica replica(spec);
  replica.submit(asking(1, 20, 1000000), 0);
  replica.submit(asking(2, 20, 1), 0);
  std::vector<VirtualOutcome> out;
  replica.advance(10, out);
  EXPECT_NEAR(static_cast<double>(replica.cancel(1, 10)), (10 - 0.041) * 80 + 1, 1);
  EXPECT_NEAR(ended_until(replica, 100).at(0).first_token, 10.041, 1e-6);
}

TEST(VirtualReplica, RequestsThatOutgrowTheBlocksArePreemptedAndComputedAgain) {
  VirtualSpec spec = exact();
  spec.kv_blocks = 100;  // 1,600 tokens
  VirtualReplica replica(spec);
  replica.submit(asking(1, 700, 500), 0);
  replica.submit(asking(2, 700, 500), 0);
  const auto out = ended_until(replica, 1000);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].id, 1u);
  EXPECT_EQ(out[0].preemptions, 0);
  EXPECT_EQ(out[1].preemptions, 1);
  EXPECT_EQ(out[1].produced, 500);
  EXPECT_EQ(replica.preemptions(), 1);
}

TEST(VirtualReplica, ASessionsContextIsReadOnce) {
  VirtualReplica replica(exact());
  replica.set(Dial::kv_fragmentation, 0, 0);
  auto request = asking(1, 16000, 160);
  request.session = 5;
  replica.submit(request, 0);
  ended_until(replica, 100);
  request.id = 2;
  request.prompt_tokens = request.reusable_tokens = 16160;
  request.prompt_tokens += 400;
  EXPECT_TRUE(replica.can_hit(request));
  replica.submit(request, 100);
  auto out = ended_until(replica, 200);
  EXPECT_EQ(out.at(0).cached, 16160);
  EXPECT_NEAR(out.at(0).first_token, 100 + 0.04 + 0.02, 1e-6);
  request.id = 3;
  request.prefix_hit = 0;
  replica.submit(request, 200);
  out = ended_until(replica, 300);
  EXPECT_EQ(out.at(0).cached, 0);
}

TEST(VirtualReplica, AHangStopsEverythingAndIsSeenAsOneGap) {
  VirtualReplica replica(exact());
  replica.submit(asking(1, 20, 801), 0);
  std::vector<VirtualOutcome> out;
  replica.advance(5, out);
  replica.set(Dial::hang_no_progress, 1, 5);
  EXPECT_TRUE(ended_until(replica, 100).empty());
  replica.set(Dial::hang_no_progress, 0, 100);
  out = ended_until(replica, 200);
  EXPECT_NEAR(out.at(0).at, 10 + 0.041 + 95, 1e-6);
  EXPECT_NEAR(out.at(0).stalled, 95, 1e-6);
}

TEST(VirtualReplica, ALongPrefillStallsItsNeighbours) {
  VirtualReplica replica(exact());
  replica.set(Dial::stall_long_prefill, 0.1, 0);
  replica.submit(asking(1, 20, 801), 0);
  std::vector<VirtualOutcome> out;
  replica.advance(1, out);
  replica.submit(asking(2, 10000, 1), 1);
  EXPECT_NEAR(ended_until(replica, 100).back().stalled, 1, 1e-6);
}

TEST(VirtualReplica, ABlockedQueueAdmitsNothingForItsShareOfTheTime) {
  VirtualReplica replica(exact());
  replica.set(Dial::queue_block, 0.5, 0);
  double blocked = 0;
  for (uint64_t i = 1; i <= 2000; ++i) {
    const double at = static_cast<double>(i) * 20 + 0.5;
    ended_until(replica, at);
    replica.submit(asking(i, 20, 1), at);
    const auto out = ended_until(replica, at + 19);
    if (!out.empty() && out[0].first_token - at > 0.05) ++blocked;
  }
  EXPECT_NEAR(blocked / 2000, 0.5, 0.05);
}

}  // namespace foreshock::enginesim::virtual_replica_test
