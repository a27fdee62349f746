// What faults and events do to what is observed.
#include "scenario/run_story_test.h"

namespace foreshock::scenario::run_story_test {

TEST(RunStory, ADialTurnsItsReplicaFromAtUntilUntilOverItsRamp) {
  const Story story = story_of(fmt::format(R"(
length: 3h
engine: {{ replicas: [{{ name: a }}, {{ name: b }}] }}
{}faults:
  - {{ at: 1h, until: 2h, dial: decode.rate, value: 0.5, replicas: [a], ramp: 10m }}
)",
                                           light));
  const auto all = play(story);
  const auto of = [&](double from, double to, std::string_view replica) {
    return median(all, story, from, to, between_tokens,
                  [replica](const Observation& one) { return one.replica == replica; });
  };
  EXPECT_NEAR(of(0, 3600, "a"), 0.0125, 0.0125 * 0.05);
  EXPECT_NEAR(of(3600 + 240, 3600 + 360, "a"), 0.0125 / 0.75, 0.0125 * 0.2) << "half-way";
  EXPECT_NEAR(of(3600 + 600, 7200, "a"), 0.025, 0.025 * 0.05);
  EXPECT_NEAR(of(3600, 7200, "b"), 0.0125, 0.0125 * 0.05);
  EXPECT_NEAR(of(7200 + 600, 10800, "a"), 0.0125, 0.0125 * 0.05);
}

TEST(RunStory, ConditionsAndSharesOfRequestsDecide) {
  const Story story = story_of(R"(
length: 1h
engine: { replicas: [{ name: a }] }
load:
  - { class: short, rate: 1/s, prompt_tokens: 100, output_tokens: 100, system_tokens: 0 }
  - { class: long, rate: 1/s, prompt_tokens: 4000, output_tokens: 100, system_tokens: 0 }
faults:
  - { at: 0s, dial: text.length, value: 3, when: { prompt_tokens: ">=2k" }, share: 0.25 }
)");
  double longer_short = 0, longer_long = 0, longs = 0;
  for (const auto& one : play(story)) {
    const bool longer = one.tokens.output == 300;
    if (one.request_class == "short") longer_short += longer;
    if (one.request_class == "long") ++longs, longer_long += longer;
  }
  EXPECT_EQ(longer_short, 0);
  EXPECT_NEAR(longer_long / longs, 0.25, 0.03);
}

TEST(RunStory, ARestartResetsWhatRunsAndTheOtherReplicaTakesOver) {
  const Story story = story_of(R"(
length: 20m
engine: { replicas: [{ name: a }, { name: b }], load_time: 2m }
load: [{ class: chat, rate: 5/s, prompt_tokens: 100, output_tokens: 100 }]
faults: [{ at: 10m, dial: restart, value: true, replicas: [a] }]
)");
  int64_t reset = 0, on_a_while_down = 0, cold = 0;
  for (const auto& one : play(story)) {
    const double at = began(one, story);
    reset += one.state == TerminalState::truncated && at > 590 && at < 600;
    on_a_while_down += one.replica == "a" && at > 600 && at < 720;
    cold += one.replica == "a" && one.start == Start::cold;
  }
  EXPECT_GT(reset, 0);
  EXPECT_EQ(on_a_while_down, 0);
  EXPECT_GT(cold, 20);
}

TEST(RunStory, AVersionComesAndGoesWithItsEventAndIsColdAtFirst) {
  const Story story = story_of(R"(
length: 30m
engine: { version: one-that-is-long-enough-for-the-heap, replicas: [{ name: a }, { name: b }] }
load: [{ class: chat, rate: 5/s, prompt_tokens: 100, output_tokens: 100 }]
events: [{ at: 10m, until: 20m, kind: model_version, to: "2", replicas: [a] }]
faults: [{ at: 0s, dial: text.length, value: 2, when: { version: "2" } }]
)");
  for (const auto& one : play(story)) {
    const double at = began(one, story);
    const bool second = one.replica == "a" && at >= 600 && at < 1200;
    EXPECT_EQ(one.version, second ? "2" : "one-that-is-long-enough-for-the-heap") << at;
    EXPECT_EQ(one.start == Start::cold,
              one.replica == "a" && ((at >= 600 && at < 660) || (at >= 1200 && at < 1260)))
        << at;
    if (one.finish_reason == "stop") {
      EXPECT_EQ(one.tokens.output, second ? 200 : 100);
    }
  }
}

TEST(RunStory, BadAnswersAreAskedForAgain) {
  const std::string text = R"(
length: 1h
history: 0s
engine: { replicas: [{ name: a }], accuracy: 0.6 }
load: [{ class: chat, rate: 1/s, prompt_tokens: 100, output_tokens: 50 }]
)";
  StorySummary summary;
  const auto once = static_cast<double>(run_story(story_of(text), 1, {.observations = summary}).requests);
  const Story again = story_of(text + "clients: { regenerate: 0.5 }\n");
  EXPECT_NEAR(static_cast<double>(run_story(again, 1, {.observations = summary}).requests), once / 0.8,
              once * 0.04);
}

TEST(RunStory, MisroutedSessionsGoWhereTheFaultSays) {
  const Story story = story_of(R"(
length: 1h
engine:
  endpoint: one
  replicas: [{ name: s, pool: short }, { name: l, pool: long }]
  route: [{ when: { prompt_tokens: "<64k" }, pool: short }]
load: [{ class: chat, rate: 2/s, prompt_tokens: 100, output_tokens: 50 }]
faults: [{ at: 30m, dial: route.misroute, value: 0.16, share_by: session, to: l }]
)");
  double before = 0, after = 0, all_after = 0;
  for (const auto& one : play(story)) {
    const bool later = began(one, story) >= 1800;
    (later ? after : before) += one.replica == "l";
    all_after += later;
  }
  EXPECT_EQ(before, 0);
  EXPECT_NEAR(after / all_after, 0.16, 0.03);
}

TEST(RunStory, ACutStreamHasNoFinishAndAnEmptyAnswerNoToken) {
  const Story story =
      story_of(fmt::format("length: 1h\nengine: {{ replicas: [{{ name: a }}] }}\n{}faults:\n"
                           "  - {{ at: 0s, until: 30m, dial: stream.cut, value: 1 }}\n  - {{ at: 30m, dial: "
                           "error.empty, value: 1 }}\n",
                           light));
  for (const auto& one : play(story)) {
    if (one.status != 200) continue;
    if (began(one, story) < 1800 && began(one, story) >= 0) {
      EXPECT_EQ(one.state, TerminalState::truncated);
      EXPECT_EQ(one.finish_reason, "");
    } else if (began(one, story) >= 1800) {
      EXPECT_FALSE(one.stamps.first_token);
      EXPECT_EQ(one.tokens.output, 100);
    }
  }
}

TEST(RunStory, ReasoningGrowsWithItsDial) {
  const Story story = story_of(R"(
length: 2h
engine: { replicas: [{ name: a }] }
load: [{ class: hard, rate: 1/s, prompt_tokens: 100, output_tokens: 50, reasoning_tokens: 200, effort: high }]
faults: [{ at: 1h, dial: reasoning.tokens, value: 2 }]
)");
  const auto all = play(story);
  EXPECT_EQ(median(all, story, 0, 3600, output, everything), 250);
  EXPECT_EQ(median(all, story, 3600, 7200, output, everything), 450);
}

TEST(RunStory, AHungReplicaGoesOnTakingRequestsUntilSomebodyActs) {
  const Story story = story_of(R"(
length: 30m
history: 0
engine: { replicas: [{ name: a }, { name: b }] }
load: [{ class: chat, rate: 3/s, prompt_tokens: 800, output_tokens: 120 }]
faults: [{ at: 10m, dial: hang.no_progress, value: true, replicas: [a] }]
)");
  int late = 0;
  for (const auto& one : play(story))
    late += one.state == TerminalState::timeout && one.replica == "a" && began(one, story) > 700;
  // Always as many as the other one has in its busy moments, for a minute each: about 8 a minute.
  EXPECT_GT(late, 80);
  EXPECT_LT(late, 240);
}

}  // namespace foreshock::scenario::run_story_test
