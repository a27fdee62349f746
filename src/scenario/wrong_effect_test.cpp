// Faults that can have no effect.
#include "scenario/wrong_story_test.h"

namespace foreshock::scenario::wrong_effect_test {

using wrong_story_test::expect_refused;
using wrong_story_test::Wrong;

// The text of each case starts on line 8. Mon 00:00 to 03:00, after a day.
const std::string base =
    "scenario: x\n"
    "length: 3h\n"
    "history: 1d\n"
    "load:\n"
    "  - { class: chat, rate: 4/s, turns: 4, idle_between_turns: 30s }\n"
    "  - { class: code, rate: 1/s, key: k2 }\n"
    "engine: { replicas: [{ name: a, device: l20, zone: z1 }, { name: b, zone: z2 }], max_running: 64 }\n";

void expect_read(const std::string& text) {
  const auto story = read_story(base + text, "f.yaml");
  EXPECT_TRUE(story) << text << story.error().text();
}

std::string with_when(const std::string& when) {
  return "faults: [{ at: 1h, dial: ttft.add, value: 9, when: { " + when + " } }]";
}

TEST(WrongEffect, OfADialThatNothingFollows) {
  const auto no_effect = [](const std::string& dial, const std::string& value, const std::string& lack) {
    return Wrong{"faults: [{ at: 1h, dial: " + dial + ", value: " + value + " }]",
                 "8:26: " + dial + " has no effect: " + lack};
  };
  expect_refused(base, {
                           no_effect("spec.acceptance", "0.1", "the engine has no 'spec'"),
                           no_effect("spec.draft_length", "4", "the engine has no 'spec'"),
                           no_effect("spec.judge_share", "0.1", "the engine has no 'spec'"),
                           no_effect("spec.judge_bypass", "0.1", "the engine has no 'spec'"),
                           no_effect("probe.version", "2", "nobody probes"),
                           no_effect("probe.score", "0.1", "nobody probes"),
                           no_effect("probe.bos_double", "true", "nobody probes"),
                           no_effect("tool.invalid", "0.1", "no class calls tools"),
                           no_effect("tool.missing", "0.1", "no class calls tools"),
                           no_effect("tool.duplicate_args", "0.1", "no class calls tools"),
                           no_effect("reasoning.tokens", "2", "no class reasons"),
                           no_effect("reasoning.zero_share", "0.5", "no class reasons"),
                           no_effect("reasoning.ignore_effort", "1", "no class reasons"),
                           no_effect("text.syntax", "1", "no class asks for code"),
                           no_effect("text.placeholder", "1", "no class asks for code"),
                           no_effect("client.thumbs_up", "0.1", "clients give no feedback"),
                       });
  expect_read("clients: { feedback: 0.1 }\nfaults: [{ at: 1h, dial: client.thumbs_up, value: 0.1 }]");
  expect_read("probes: { questions: 1 }\nfaults: [{ at: 1h, dial: probe.score, value: 0.1 }]");
}

TEST(WrongEffect, OnAClassThatHasNotWhatTheDialTurns) {
  const std::string two =
      "scenario: x\nlength: 3h\nload: [{ class: a, rate: 1/s, tools: 0.5 }, { class: b, rate: 1/s }]\n"
      "engine: { replicas: [{ name: a }] }\n";
  expect_refused(two, {{"faults: [{ at: 1h, dial: tool.invalid, value: 1, when: { class: b } }]",
                        "5:26: tool.invalid has no effect: no class calls tools"},
                       {"faults: [{ at: 1h, dial: text.loop, value: 1, when: { class: b, tools: true } }]",
                        "5:53: no class of load is met by all that is asked"}});
}

TEST(WrongEffect, OfConditionsThatNeverHold) {
  expect_refused(
      base,
      {
          {with_when("turn: \">=5\""), "8:60: 'turn' can never be that: in this story it goes from 1 to 4"},
          {with_when("turn: 2, class: code"),
           "8:60: 'turn' can never be that: in this story it goes from 1 to 1"},
          {with_when("turn: \"<1\""), "8:60: 'turn' can never be that"},
          {with_when("prompt_tokens: \"<0\""),
           "8:69: 'prompt_tokens' can never be that: in this story it is at least 1"},
          {with_when("context_tokens: 0"), "8:70: 'context_tokens' can never be that"},
          {with_when("idle: \">1h\""),
           "8:60: 'idle' can never be that: in this story it goes from 0 to 31.3"},
          {with_when("longest_idle: \">=1m\""), "8:68: 'longest_idle' can never be that"},
          {with_when("running: \">64\""),
           "8:63: 'running' can never be that: in this story it goes from 0 to 64"},
          {with_when("served: \"<0\""), "8:62: 'served' can never be that"},
          {with_when("uptime: \"<0\""), "8:62: 'uptime' can never be that"},
          {with_when("class: chat, key: k2"), "8:52: no class of load is met by all that is asked"},
          {with_when("tools: true"), "8:52: no class of load is met by all that is asked"},
          {with_when("device: l20, zone: z2"),
           "8:52: no replica of the fault is of that device, zone and pool"},
          {with_when("hour: \"3-23\""), "8:52: no such hour or weekday comes while the fault is on"},
          {with_when("weekday: Tue"), "8:52: no such hour or weekday comes while the fault is on"},
      });
}

TEST(WrongEffect, IsNotSeenWhereSomethingMayHold) {
  for (const char* when : {"turn: 4", "idle: \">=30s\"", "running: 64", "hour: \"2-3\"", "hour: \"22-2\"",
                           "weekday: Mon", "device: l20, zone: z1", "prompt_tokens: \">1000k\""})
    expect_read(with_when(when));
  expect_read("faults: [{ at: always, dial: ttft.add, value: 9, when: { weekday: Sun } }]");
  EXPECT_TRUE(read_story(
      "scenario: x\nlength: 10m\nhistory: 90m\nload: [{ class: c, rate: 1/s }]\nengine: { replicas: "
      "[{ name: a }] }\nfaults: [{ at: always, dial: ttft.add, value: 9, when: { hour: \"23-24\" } }]",
      "f.yaml"))
      << "the last hour of a history that began half an hour before it";
  expect_read(
      "faults: [{ at: 0, dial: batch.max, value: 500 }, { at: 1h, dial: ttft.add, value: 9, when: "
      "{ running: \">64\" } }]");
  expect_read("faults: [{ at: 2h, ramp: 3h, dial: ttft.add, value: 9 }]");
}

TEST(WrongEffect, OfSharesOfNobody) {
  expect_refused(
      base,
      {
          {"faults: [{ at: 1h, dial: ttft.add, value: 9, share: 0 }]", "8:53: a 'share' of 0 is no request"},
          {"faults: [{ at: 1h, dial: ttft.add, value: 9, share_by: session }]",
           "8:56: 'share_by' needs a 'share': ttft.add is no chance"},
          {"canary: { replicas: [b], at: 1h, share: 0 }", "8:41: 'share' must be more than 0, found '0'"},
      });
  expect_read("faults: [{ at: 1h, dial: error.5xx, value: 0.1, share_by: session }]");
}

TEST(WrongEffect, OfARouteThatNobodyTakes) {
  const auto story = read_story(
      "scenario: x\nlength: 3h\nload: [{ class: chat, rate: 4/s }]\nengine: { endpoint: one, replicas: [{ "
      "name: a, "
      "pool: p }], route: [{ when: { turn: 2 }, pool: p }] }\n",
      "f.yaml");
  ASSERT_FALSE(story);
  EXPECT_TRUE(story.error().what().starts_with("f.yaml:4:")) << story.error().what();
  EXPECT_NE(story.error().what().find("'turn' can never be that"), std::string::npos);
}

}  // namespace foreshock::scenario::wrong_effect_test
