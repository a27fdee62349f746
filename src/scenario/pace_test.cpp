// The clock of the story over that of the model, and the history that it makes cheap.
#include "scenario/pace.h"

#include "scenario/pace_policy.h"
#include "scenario/watch_test.h"

namespace foreshock::scenario::pace_test {

using run_story_test::story_of;
using run_story_test::Watch;

TEST(Pace, AgreesUntilItIsChangedAndGoesBothWays) {
  Pace pace(0);
  EXPECT_EQ(pace.story_at(17.25), 17.25);
  pace.change(100, 5);
  EXPECT_EQ(pace.story_at(110), 150);
  EXPECT_EQ(pace.model_at(150), 110);
  pace.change(110, 1);
  EXPECT_EQ(pace.story_at(111), 151);
}

TEST(PacePolicy, IsSlowNearBreaksAndWhereRequestsPileUp) {
  const Story story = story_of(
      "length: 30d\nfidelity: bucket\nengine: { replicas: [{ name: a }] }\nload: [{ class: x, rate: 20/s, "
      "prompt_tokens: 1, output_tokens: 1 }]\n");
  PacePolicy policy(story, {0, 86400}, 0);
  EXPECT_EQ(policy.rate_at(43200, true), 10) << "2 requests a second";
  EXPECT_EQ(policy.rate_at(43200, false), 1);
  for (const double near : {-30.0, 10.0, 599.0, 86360.0, 86400.0, 86999.0})
    EXPECT_EQ(policy.rate_at(near, true), 1);
  EXPECT_EQ(policy.rate_at(87001, true), 10);
  EXPECT_EQ(policy.rate_at(-3600, true), 40) << "the history is coarser";
  EXPECT_EQ(PacePolicy(story, {}, 300).rate_at(43200, true), 3) << "a session of 5 min may last 15";
  for (int second = 0; second < 600; ++second) policy.second_over();
  EXPECT_LT(policy.rate_at(43200, true), 1.01) << "nobody comes any more";
}

TEST(RunStory, AHistoryIsToldAtALowerDetailAndCountsInFull) {
  const Story story = story_of(R"(
length: 10m
history: 1d
engine: { replicas: [{ name: a }, { name: b }] }
load: [{ class: chat, rate: 5/s, prompt_tokens: 200, output_tokens: 50 }]
events: [{ at: 5m, kind: maintenance, posted: true }]
)");
  Watch seen;
  StorySinks sinks = seen.sinks();
  sinks.history = true;
  const StoryResult result = run_story(story, 1, sinks);
  double before = 0, records = 0, first = 0, with_token = 0;
  for (const Observation& one : seen.observations) {
    const double at = seconds(one.stamps.end - story_start(story));
    first = std::min(first, at);
    with_token += one.stamps.first_token.has_value();
    if (at >= -600) {
      EXPECT_EQ(one.weight, 1);
      continue;
    }
    ++records;
    before += one.weight;
  }
  EXPECT_NEAR(before, 5 * 85800, 5 * 85800 * 0.02);
  EXPECT_LT(records, 5 * 85800 * 0.12) << "one in ten";
  EXPECT_NEAR(first, -86400, 60);
  EXPECT_GT(with_token, 0.98 * static_cast<double>(seen.observations.size()));
  EXPECT_NEAR(static_cast<double>(result.requests), 3000, 200) << "those of the story itself";
  EXPECT_NEAR(seen.mean(story, "health", -86400, -600), 1, 1e-9);
}

TEST(RunStory, WithAHistoryTheStoryItselfIsNoOther) {
  const std::string text =
      "length: 30m\nhistory: 2h\nengine: { replicas: [{ name: a }] }\nload: [{ class: chat, rate: 3/s, "
      "prompt_tokens: 200, output_tokens: 50 }]\n";
  Watch with, without;
  StorySinks sinks = with.sinks();
  sinks.history = true;
  run_story(story_of(text), 1, sinks);
  const StoryResult result = run_story(story_of(text), 1, without.sinks());
  EXPECT_NEAR(with.mean(story_of(text), "running", 0, 1800), without.mean(story_of(text), "running", 0, 1800),
              0.3);
  EXPECT_NEAR(static_cast<double>(result.requests), 5400, 250);
}

}  // namespace foreshock::scenario::pace_test
