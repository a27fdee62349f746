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
