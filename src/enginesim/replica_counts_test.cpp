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
    request.as.finish = FinishReason::stop;
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
  EXPECT_NEAR(statistics().prefill_time.sum(), 1, 1e-6);
  EXPECT_NEAR(statistics().decode_time.sum(), 1, 1e-6);
  EXPECT_NEAR(statistics().inference_time.sum(), 2, 1e-6);
  EXPECT_EQ(statistics().request_generation_tokens.sum(), 7);
  EXPECT_EQ(statistics().iteration_tokens.sum(), 107);
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

// One request from its first to its last token, looked at each 10 ms: DIALS stand from the beginning.
struct Speculation {
  explicit Speculation(const std::vector<std::pair<Dial, double>>& dials) {
    VirtualSpec spec;
    spec.draft_length = 5;
    VirtualReplica replica(spec);
    for (const auto& [dial, value] : dials) replica.set(dial, value, 0);
    ReplicaCounts counts(replica);
    replica.submit({.id = 1, .prompt_tokens = 4000, .output_tokens = 1001}, 0);
    CountedRequest request;
    request.prompt_tokens = 4000;
    request.as.finish = FinishReason::stop;
    std::vector<VirtualOutcome> out;
    for (double now = 0; !request.so_far.ended; now += 0.01) {
      counts.look_before(replica, 0.01);
      replica.advance(now, out);
      counts.look_after(replica);
      for (const VirtualOutcome& outcome : out)
        outcome.ended ? counts.ended(request, outcome) : counts.admitted(request, outcome);
      out.clear();
      if (const auto progress = replica.progress(1)) counts.came(request, *progress, now);
    }
    const EngineMetrics metrics = counts.metrics(replica, "m");
    const Statistics& counted = *metrics.statistics;
    drafts = counted.drafts;
    draft_tokens = counted.draft_tokens;
    judge_calls = metrics.judge_calls;
    accepted_at = counted.accepted_at;
    for (const int64_t at : accepted_at) accepted += at;
    iterations = counted.iteration_tokens.count();
    iteration_tokens = counted.iteration_tokens.sum();
  }

  int64_t drafts, draft_tokens, judge_calls, accepted = 0, iterations;
  double iteration_tokens;
  std::vector<int64_t> accepted_at;
};

void expect_agreement(const Speculation& made) {
  EXPECT_EQ(made.draft_tokens, 5 * made.drafts);
  EXPECT_LE(made.judge_calls, made.drafts);
  EXPECT_LE(made.accepted, made.draft_tokens);
  EXPECT_EQ(made.drafts + made.accepted, 1000) << "all tokens but the first";
  EXPECT_EQ(made.iteration_tokens, 5001);
}

// 3.69 tokens a step at a chance of .8 each: 271 steps.
TEST(Drafts, AllAreCheckedWhereThereIsRoom) {
  const Speculation made({});
  expect_agreement(made);
  EXPECT_NEAR(static_cast<double>(made.drafts), 271, 1);
  EXPECT_EQ(made.judge_calls, made.drafts);
  EXPECT_NEAR(static_cast<double>(made.accepted_at[0]), 0.8 * 271, 2);
  EXPECT_NEAR(static_cast<double>(made.iterations), 271, 25);
}

TEST(Drafts, WithoutRoomFewAreCheckedAndOnlyTheirsAreAccepted) {
  const Speculation made({{Dial::spec_judge_share, 0.1}});
  expect_agreement(made);
  EXPECT_NEAR(static_cast<double>(made.judge_calls), 0.1 * static_cast<double>(made.drafts), 1);
  EXPECT_NEAR(static_cast<double>(made.accepted_at[0]), 0.8 * static_cast<double>(made.judge_calls), 2);
}

TEST(Drafts, ThoseThatPassUncheckedAreAcceptedWhole) {
  const Speculation made({{Dial::spec_judge_bypass, 0.5}});
  expect_agreement(made);
  EXPECT_NEAR(static_cast<double>(made.judge_calls), 0.5 * static_cast<double>(made.drafts), 1);
  EXPECT_NEAR(static_cast<double>(made.accepted_at[4]),
              (0.5 + 0.5 * 0.32768) * static_cast<double>(made.drafts), 2);
}

}  // namespace foreshock::enginesim::replica_counts_test
