// Memory, interruptions and stalls.
#include <gtest/gtest.h>

#include "enginesim/virtual_replica_test.h"

namespace foreshock::enginesim::virtual_replica_test {

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
  EXPECT_EQ(replica.submit(asking(2, 10, 10), 61), VirtualRefusal::down);
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

TEST(VirtualReplica, AnUnloadedModelHasForgottenItsContexts) {
  const auto cached_after = [](double gap) {
    VirtualReplica replica(exact());
    replica.set(Dial::kv_fragmentation, 0, 0);
    replica.set(Dial::unload_idle, 900, 0);
    auto request = asking(1, 1600, 1);
    request.session = 5;
    replica.submit(request, 0);
    ended_until(replica, gap);
    request.id = 2;
    request.prompt_tokens = request.reusable_tokens = 1616;
    replica.submit(request, gap);
    return ended_until(replica, 5000).at(0).cached;
  };
  EXPECT_EQ(cached_after(899), 1600);
  EXPECT_EQ(cached_after(901), 0);
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

TEST(VirtualReplica, ContextsThatFindNoRoomAreReadAgain) {
  VirtualSpec spec = exact();
  spec.kv_blocks = 1000;  // 16,000 tokens, and host memory for 48,000
  VirtualReplica replica(spec);
  auto request = asking(0, 10000, 1);
  for (request.id = request.session = 1; request.id <= 8; ++request.session, ++request.id) {
    const double at = static_cast<double>(request.id) * 10;
    replica.submit(request, at);
    ended_until(replica, at + 9);
  }
  request.reusable_tokens = 9000;
  request.session = 2;
  EXPECT_FALSE(replica.can_hit(request)) << "the oldest go first";
  request.session = 8;
  EXPECT_TRUE(replica.can_hit(request));
}

TEST(VirtualReplica, AnExchangedProcessIsColdAndLosesNothing) {
  VirtualReplica replica(exact());
  replica.submit(asking(1, 20, 100), 0);
  std::vector<VirtualOutcome> out;
  replica.advance(1, out);
  EXPECT_FALSE(replica.cold(1));
  replica.exchange(1);
  EXPECT_TRUE(replica.cold(2));
  EXPECT_EQ(replica.uptime(3), 2);
  EXPECT_EQ(ended_until(replica, 100).at(0).produced, 100);
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

// 10,000 tokens stall for a second; alone they are read in half of it.
TEST(VirtualReplica, ALongPrefillStallsItsNeighboursAndNotItself) {
  VirtualReplica replica(exact());
  replica.set(Dial::stall_long_prefill, 0.1, 0);
  replica.submit(asking(1, 20, 801), 0);
  std::vector<VirtualOutcome> out;
  replica.advance(1, out);
  replica.submit(asking(2, 10000, 17), 1);
  out = ended_until(replica, 100);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].id, 2u);
  EXPECT_NEAR(out[0].first_token, 1 + 0.5 + 0.04, 1e-6);
  EXPECT_NEAR(out[0].at, out[0].first_token + 16 / 80.0, 1e-6);
  EXPECT_EQ(out[0].stalled, 0);
  EXPECT_NEAR(out[1].stalled, 1, 1e-6);
}

TEST(VirtualReplica, WhatStallsGoesOnWithTheOthersAfterwards) {
  VirtualReplica replica(exact());
  std::vector<VirtualOutcome> alone;
  replica.submit(asking(1, 10000, 401), 0);
  alone = ended_until(replica, 100);
  for (const double stall :
       {0.02, 0.052, 0.1}) {  // it ends while the prompt is read, then, and in the answer
    VirtualReplica stalling(exact());
    stalling.set(Dial::stall_long_prefill, stall, 0);
    stalling.submit(asking(1, 10000, 401), 0);
    const auto out = ended_until(stalling, 100);
    ASSERT_EQ(out.size(), 1u) << stall;
    EXPECT_NEAR(out[0].first_token, alone[0].first_token, 1e-6) << stall;
    EXPECT_NEAR(out[0].at, alone[0].at, 1 / 80.0) << stall;
    EXPECT_EQ(out[0].stalled, 0) << stall;
    EXPECT_EQ(stalling.kv_use(), 0) << stall;
  }
}

TEST(VirtualReplica, WhoLeavesInItsOwnStallLeavesItToTheOthers) {
  VirtualReplica replica(exact());
  replica.set(Dial::stall_long_prefill, 0.1, 0);
  replica.submit(asking(1, 20, 801), 0);
  std::vector<VirtualOutcome> out;
  replica.advance(1, out);
  replica.submit(asking(2, 10000, 100), 1);
  replica.advance(1.6, out);
  EXPECT_GT(replica.cancel(2, 1.6).produced, 1);
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
