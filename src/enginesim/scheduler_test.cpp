#include "enginesim/scheduler.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

namespace foreshock::enginesim::scheduler_test {

// PREFIX names the prompt: sequences with the same one share its blocks.
Sequence sequence(RequestId id, int64_t prompt_tokens, int64_t answer_tokens, uint64_t prefix) {
  Sequence made;
  made.id = id;
  made.prompt_tokens = prompt_tokens;
  made.answer_tokens = answer_tokens;
  for (int64_t block = 0; block < (prompt_tokens + answer_tokens) / block_tokens; ++block) {
    const bool in_prompt = (block + 1) * block_tokens <= prompt_tokens;
    made.block_hashes.push_back(mixed(in_prompt ? prefix : mixed(prefix, id), static_cast<uint64_t>(block)));
  }
  made.random = Random(id);
  return made;
}
Sequence sequence(RequestId id, int64_t prompt_tokens, int64_t answer_tokens) {
  return sequence(id, prompt_tokens, answer_tokens, id + 1000);
}

struct Course {
  int64_t steps = 0;
  std::vector<RequestId> finished;
  int64_t tokens = 0;
};

Course run(Scheduler& scheduler, int64_t most_steps = 100000) {
  Course course;
  while (scheduler.work() && course.steps < most_steps) {
    EXPECT_GT(scheduler.plan().load.sequences, 0);
    ++course.steps;
    for (const Progress& progress : scheduler.commit()) {
      course.tokens += progress.count;
      if (progress.finished) course.finished.push_back(progress.id);
    }
  }
  return course;
}

TEST(Scheduler, PrefillsInChunksAndThenDecodesOneTokenAStep) {
  EngineSpec spec;
  spec.step_tokens = 100;
  Scheduler scheduler(spec);
  scheduler.add(sequence(1, 250, 3));
  EXPECT_EQ(scheduler.plan().load.prefill_tokens, 100);
  EXPECT_TRUE(scheduler.commit().empty());
  EXPECT_EQ(scheduler.plan().load.prefill_tokens, 100);
  EXPECT_TRUE(scheduler.commit().empty());
  EXPECT_EQ(scheduler.plan().load.prefill_tokens, 50);
  EXPECT_EQ(scheduler.commit().at(0).count, 1) << "the step that ends the prefill gives the first token";
  const StepLoad decode = scheduler.plan().load;
  EXPECT_EQ(decode.prefill_tokens, 0);
  EXPECT_EQ(decode.decode_context, 251);
  EXPECT_EQ(scheduler.commit().at(0).first, 1);
  EXPECT_EQ(run(scheduler).steps, 1);
}

TEST(Scheduler, RunsAtMostMaxRunningInOrder) {
  EngineSpec spec;
  spec.max_running = 2;
  Scheduler scheduler(spec);
  for (const RequestId id : {1, 2, 3}) scheduler.add(sequence(id, 10, 4));
  EXPECT_EQ(scheduler.plan().admitted, (std::vector<RequestId>{1, 2}));
  EXPECT_EQ(scheduler.running(), 2);
  EXPECT_EQ(scheduler.waiting(), 1);
  scheduler.commit();
  EXPECT_EQ(run(scheduler).finished, (std::vector<RequestId>{1, 2, 3}));
}

TEST(Scheduler, ReusesThePrefixOfAnotherSequence) {
  const EngineSpec spec;
  Scheduler scheduler(spec);
  scheduler.add(sequence(1, 100, 2, 7));
  run(scheduler);
  scheduler.add(sequence(2, 100, 2, 7));
  scheduler.add(sequence(3, 100, 2, 8));
  EXPECT_EQ(scheduler.plan().load.prefill_tokens, (100 - 96) + 100);
  EXPECT_EQ(scheduler.find(2)->cached, 96);
  EXPECT_EQ(scheduler.find(3)->cached, 0);
  EXPECT_EQ(scheduler.counters().prefix_queries, 300);
  EXPECT_EQ(scheduler.counters().prefix_hits, 96);
}

TEST(Scheduler, AFullyCachedPromptStillComputesItsLastBlock) {
  const EngineSpec spec;
  Scheduler scheduler(spec);
  scheduler.add(sequence(1, 64, 1, 7));
  run(scheduler);
  scheduler.add(sequence(2, 64, 1, 7));
  EXPECT_EQ(scheduler.plan().load.prefill_tokens, 16);
}

TEST(Scheduler, OverwrittenBlocksAreNoLongerFound) {
  EngineSpec spec;
  spec.kv_blocks = 8;
  Scheduler scheduler(spec);
  scheduler.add(sequence(1, 100, 2, 7));
  run(scheduler);
  scheduler.add(sequence(2, 120, 2, 8));
  run(scheduler);
  scheduler.add(sequence(3, 100, 2, 7));
  EXPECT_EQ(scheduler.plan().load.prefill_tokens, 100);
}

TEST(Scheduler, PreemptsWhenBlocksRunOutAndStillFinishesAll) {
  EngineSpec spec;
  spec.kv_blocks = 20;  // 320 tokens for four sequences of 110
  Scheduler scheduler(spec);
  for (const RequestId id : {1, 2, 3, 4}) scheduler.add(sequence(id, 30, 80));
  const Course course = run(scheduler);
  EXPECT_GT(scheduler.counters().preemptions, 0);
  EXPECT_EQ(course.finished.size(), 4u);
  EXPECT_EQ(course.tokens, 4 * 80) << "recomputing yields no token twice";
  EXPECT_EQ(scheduler.kv_usage(), 0);
  EXPECT_EQ(scheduler.counters().prefix_queries, 4 * 30) << "recomputing is no look-up of the cache";
}

TEST(Scheduler, WithoutShortageNothingIsPreempted) {
  const EngineSpec spec;
  Scheduler scheduler(spec);
  for (const RequestId id : {1, 2, 3, 4}) scheduler.add(sequence(id, 30, 80));
  EXPECT_EQ(run(scheduler).steps, 80);
  EXPECT_EQ(scheduler.counters().preemptions, 0);
}

TEST(Scheduler, RemovingFreesBlocksAlsoInMidStep) {
  const EngineSpec spec;
  Scheduler scheduler(spec);
  scheduler.add(sequence(1, 100, 50));
  scheduler.add(sequence(2, 100, 50));
  scheduler.plan();
  EXPECT_DOUBLE_EQ(scheduler.kv_usage(), 14.0 / 8192);
  EXPECT_TRUE(scheduler.remove(1));
  EXPECT_DOUBLE_EQ(scheduler.kv_usage(), 7.0 / 8192);
  EXPECT_FALSE(scheduler.remove(1));
  ASSERT_EQ(scheduler.commit().size(), 1u);
  EXPECT_TRUE(scheduler.remove(2));
  EXPECT_FALSE(scheduler.work());
  EXPECT_EQ(scheduler.kv_usage(), 0);
}

TEST(Scheduler, DraftsGiveSeveralTokensAStepAndNeverTooMany) {
  EngineSpec spec;
  spec.draft_length = 4;
  spec.acceptance = Ratio{1};
  Scheduler scheduler(spec);
  scheduler.add(sequence(1, 20, 13));
  scheduler.plan();
  EXPECT_EQ(scheduler.commit().at(0).count, 1) << "no drafts before the first token";
  const StepLoad load = scheduler.plan().load;
  EXPECT_EQ(load.draft_tokens, 4);
  EXPECT_EQ(load.draft_positions, 4);
  EXPECT_EQ(scheduler.commit().at(0).count, 5);
  EXPECT_EQ(run(scheduler).tokens, 7);
}

}  // namespace foreshock::enginesim::scheduler_test
