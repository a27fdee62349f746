#include "enginesim/replica_counts.h"

#include <gtest/gtest.h>

namespace foreshock::enginesim::replica_counts_test {

VirtualOutcome admitted_at(double time) {
  VirtualOutcome outcome;
  outcome.arrived = time - 0.5;
  outcome.admitted = time;
  outcome.cached = 16;
  return outcome;
}
VirtualProgress progress(double produced) {
  VirtualProgress progress;
  progress.first_token = 10;
  progress.produced = produced;
  return progress;
}

class ReplicaCountsTest : public testing::Test {
 protected:
  ReplicaCountsTest() {
    request.prompt_tokens = 100;
    request.finish = FinishReason::stop;
    counts.admitted(request, admitted_at(9));
  }
  const Statistics& statistics() { return *(metrics = counts.metrics(replica, "m")).statistics; }

  VirtualReplica replica{VirtualSpec{}};
  ReplicaCounts counts{replica};
  CountedRequest request;
  EngineMetrics metrics;
};

TEST_F(ReplicaCountsTest, TokensBetweenTwoLooksHaveTheirOwnTimes) {
  EXPECT_FALSE(counts.came(request, VirtualProgress{}, 9.9)) << "none yet";
  EXPECT_TRUE(counts.came(request, progress(1.5), 10.01));
  EXPECT_EQ(request.so_far.produced, 1);
  EXPECT_TRUE(counts.came(request, progress(11.5), 10.21));
  const Statistics& counted = statistics();
  EXPECT_EQ(counted.prompt_tokens, 100);
  EXPECT_EQ(counted.generation_tokens, 11);
  EXPECT_NEAR(counted.time_to_first_token.sum(), 1.5, 1e-6);
  EXPECT_EQ(counted.inter_token_latency.count(), 10);
  EXPECT_EQ(counted.inter_token_latency.cumulative(0), 0) << "none within 10 ms";
  EXPECT_EQ(counted.inter_token_latency.cumulative(1), 10) << "all within 25 ms";
  EXPECT_NEAR(counted.inter_token_latency.sum(), 0.2, 1e-6);
}

TEST_F(ReplicaCountsTest, AnEndBringsTheLastTokens) {
  counts.came(request, progress(3), 10.2);
  VirtualOutcome end = admitted_at(9);
  end.first_token = 10;
  end.ended = true;
  end.at = 11;
  end.produced = 7;
  counts.ended(request, end);
  EXPECT_EQ(statistics().generation_tokens, 7);
  EXPECT_EQ(statistics().finished[static_cast<size_t>(FinishReason::stop)], 1);
  EXPECT_NEAR(statistics().request_latency.sum(), 2.5, 1e-6);
  EXPECT_NEAR(statistics().queue_time.sum(), 0.5, 1e-6);
  EXPECT_EQ(metrics.prefix_queries, 100);
  EXPECT_EQ(metrics.prefix_hits, 16);
}

TEST_F(ReplicaCountsTest, WhatDoesNotEndByItselfIsAborted) {
  VirtualOutcome end = admitted_at(9);
  end.ended = true;
  end.end = VirtualEnd::reset;
  counts.ended(request, end);
  EXPECT_EQ(statistics().aborted, 1);
  EXPECT_EQ(statistics().finished[static_cast<size_t>(FinishReason::stop)], 0);
  EXPECT_EQ(statistics().request_latency.count(), 0);
  EXPECT_EQ(statistics().generation_tokens, 0);
}

}  // namespace foreshock::enginesim::replica_counts_test
