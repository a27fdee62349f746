// What the language says of faults and events, where it is easily read wrongly.
#include <set>

#include "scenario/run_story_test.h"

namespace foreshock::scenario::fault_rules_test {

using namespace run_story_test;

constexpr std::string_view chat =
    "load: [{ class: chat, rate: 2/s, prompt_tokens: 200, output_tokens: 100 }]\n";

Story with(std::string_view more, std::string_view load = chat) {
  return story_of(fmt::format(
      "length: 1h\nhistory: 1m\nengine: {{ replicas: [{{ name: a }}, {{ name: b }}], load_time: 10s }}\n{}{}",
      load, more));
}

TEST(FaultRules, ALivelockOfOneYieldsNoToken) {
  const Story story = with("faults: [{ at: 30m, dial: preempt.livelock, value: 1 }]\n");
  int tokens = 0, late = 0;
  for (const auto& one : play(story)) {
    if (began(one, story) < 1810) continue;
    ++late;
    tokens += one.stamps.first_token.has_value();
  }
  EXPECT_GT(late, 1000);
  EXPECT_EQ(tokens, 0);
}

TEST(FaultRules, EachRestartRestartsOnceWhateverItsConditionsDo) {
  const Story story = with(
      "faults:\n  - { at: 20m, dial: restart, value: true, replicas: [a] }\n  - { at: 40m, dial: restart, "
      "value: true, "
      "replicas: [a], when: { running: \">=2\" } }\n");
  std::set<int> cold_at;
  for (const auto& one : play(story))
    if (one.start == Start::cold && began(one, story) > 60)
      cold_at.insert(static_cast<int>(began(one, story) / 600));
  EXPECT_EQ(cold_at, (std::set<int>{2, 4})) << "in the third and the fifth ten minutes";
}

TEST(FaultRules, AMissIsWhatWasNotFoundAndNotWhatCouldNotBe) {
  const Story story = with(
      "faults:\n  - { at: always, dial: prefix.hit, value: 0 }\n  - { at: always, dial: ttft.add, "
      "value: 5000, when: { prefix: miss } }\n");
  int slow = 0, all = 0;
  for (const auto& one : play(story)) {
    if (!one.stamps.first_token) continue;
    ++all;
    slow += *first_token(one) > 5;
  }
  EXPECT_EQ(slow, all);
}

TEST(FaultRules, AVersionThatEndsGivesWayToTheOneBeforeIt) {
  const Story story = with(
      "events:\n  - { at: 10m, kind: model_version, to: \"2\" }\n  - { at: 20m, until: 30m, kind: "
      "model_version, to: \"3\" }\n");
  for (const auto& one : play(story)) {
    const double at = began(one, story);
    if (at < 0) continue;
    EXPECT_EQ(one.version, at < 600 ? "1" : at < 1200 ? "2" : at < 1800 ? "3" : "2") << at;
  }
}

TEST(FaultRules, StickyIsRenewedByEachRequestThatMeetsIt) {
  const Story story = with(
      "faults: [{ at: always, dial: ttft.add, value: 3000, when: { class: trigger }, sticky: { for: 90s } "
      "}]\n",
      "load:\n  - { class: chat, rate: 2/s, prompt_tokens: 200, output_tokens: 20 }\n  - { class: trigger, "
      "rate: 2/m, "
      "arrivals: uniform, prompt_tokens: 20, output_tokens: 5 }\n");
  double slow = 0, all = 0;
  for (const auto& one : play(story)) {
    if (one.request_class != "chat" || !one.stamps.first_token || began(one, story) < 300) continue;
    ++all;
    slow += *first_token(one) > 3;
  }
  // A trigger comes to each replica every minute or so.
  EXPECT_GT(slow / all, 0.8);
}

TEST(FaultRules, WhoeverLosesPatienceDoesNotComeBackForTheNextTurn) {
  const std::string load =
      "load: [{ class: chat, rate: 2/s, prompt_tokens: 200, output_tokens: 400, turns: 6, "
      "idle_between_turns: 1s }]\n";
  int second_turns = 0;
  for (const auto& one : play(with("clients: { patience: 1s }\n", load))) second_turns += one.turns > 2;
  EXPECT_LT(second_turns, 6) << "400 tokens take five seconds; an error comes sooner";
}

TEST(FaultRules, DraftsWithoutRoomAtTheJudgeAreNotSlowedByTheirAcceptance) {
  const std::string engine = "length: 1h\nengine: { replicas: [{ name: a }], spec: { draft_length: 5 } }\n";
  const auto median_gap = [&](std::string_view faults) {
    const Story story = story_of(fmt::format("{}{}faults: [{}]\n", engine, chat, faults));
    return median(play(story), story, 0, 3600, between_tokens, everything);
  };
  const std::string starved = "{ at: always, dial: spec.judge_share, value: 0 }";
  EXPECT_NEAR(median_gap(starved + ", { at: always, dial: spec.acceptance, value: 0.1 }"),
              median_gap(starved), 2e-4);
}

}  // namespace foreshock::scenario::fault_rules_test
