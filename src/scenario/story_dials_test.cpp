// A story's requests go through the pipeline: a dial that is set in it is felt.
#include "scenario/run_story_test.h"

namespace foreshock::scenario::story_dials_test {

using namespace run_story_test;

class NoAudit final : public AuditLog {
 public:
  void append(std::string_view) override {}
};

constexpr Instant story_begin{std::chrono::seconds(1767571200)};

const std::string starved =
    "load: [{ class: chat, rate: 6/s, prompt_tokens: 500, output_tokens: 100 }]\n"
    "engine: { replicas: [{ name: a }, { name: b }], spec: { draft_length: 5 } }\n"
    "length: 20m\nhistory: 0s\n"
    "faults: [{ at: 0s, dial: spec.judge_share, value: 0.05 }]\n";

std::vector<Observation> play_with(const Story& story, const mitigate::LeaseBoard& board) {
  Kept kept;
  run_story(story, 1, {.observations = kept, .dials = &board});
  return kept.all;
}

void set_one(mitigate::LeaseBoard& board, Stratum scope) {
  DialSetting setting;
  setting.dial = "draft_length";
  setting.scope = std::move(scope);
  setting.value = 1;
  setting.until = story_begin + std::chrono::minutes(10);
  ASSERT_TRUE(board.set(setting, {"test", false, {}}, story_begin));
}

TEST(StoryDials, AShorterDraftHelpsAStarvedJudgeUntilItsLeaseEnds) {
  NoAudit audit;
  mitigate::LeaseBoard board(audit);
  set_one(board, {});
  const Story story = story_of(starved);
  const auto all = play_with(story, board);
  const double during = median(all, story, 0, 600, between_tokens, everything);
  const double after = median(all, story, 600, 1200, between_tokens, everything);
  // A step costs 5 % more a draft and hardly any is accepted: 1.05 to 1.25 and a little.
  EXPECT_NEAR(during / after, (1.05 / (1 + 0.05 * 0.8)) / (1.25 / (1 + 0.05 * 2.69)), 0.04);
}

TEST(StoryDials, AScopeIsFeltThereAlone) {
  NoAudit audit;
  mitigate::LeaseBoard board(audit);
  set_one(board, {"replica", "b"});
  const Story story = story_of(starved);
  const auto all = play_with(story, board);
  const auto on = [](const char* name) {
    return [name](const Observation& one) { return one.replica == name; };
  };
  EXPECT_LT(median(all, story, 0, 600, between_tokens, on("b")),
            0.95 * median(all, story, 0, 600, between_tokens, on("a")));
}

TEST(StoryDials, WithoutDialsNothingChanges) {
  NoAudit audit;
  const mitigate::LeaseBoard board(audit);
  const Story story = story_of(starved);
  const auto with = play_with(story, board), without = play(story);
  ASSERT_EQ(with.size(), without.size());
  for (size_t i = 0; i < with.size(); ++i) EXPECT_EQ(with[i].stamps.end, without[i].stamps.end);
}

}  // namespace foreshock::scenario::story_dials_test
