// Wrong headers, loads, engines, clients, probes and service levels.
#include "scenario/wrong_story_test.h"

namespace foreshock::scenario::wrong_setting_test {

using wrong_story_test::expect_refused;

// The text of each case starts on line 5.
const std::string base =
    "scenario: x\n"
    "length: 3h\n"
    "load: [{ class: chat, rate: 4/s }]\n"
    "engine: { replicas: [{ name: a }, { name: b }] }\n";

TEST(WrongSetting, TheHeader) {
  expect_refused(
      base, {
                {"sead: 7", "5:1: unknown key 'sead'. Did you mean 'seed'?"},
                {"something: 7", "5:1: unknown key 'something'. Known: scenario, title, source, seed,"},
                {"length: 4h", "5:1: the key 'length' stands here twice"},
                {"seed: many", "5:7: 'seed' expected a count such as 4096 or 16k, found 'many'"},
                {"seed: -1", "5:7: 'seed' expected a count"},
                {"seed:", "5:1: 'seed' has no value"},
                {"title: [a]", "5:8: 'title' needs a single value"},
                {"start: \"Mo 00:00\"",
                 "5:8: 'start' expected a weekday and an hour such as Mon 00:00, found 'Mo 00:00'"},
                {"start: \"Mon 24:00\"", "5:8: 'start' expected a weekday"},
                {"timezone: \"?\"", "5:11: 'timezone' expected a time zone such as UTC"},
                {"history: 7x", "5:10: 'history' expected a time such as 90s, 5m, 1h30m or 7d, found '7x'"},
                {"history: 4000d", "5:10: 'history' expected a time of at most 3650d"},
                {"clock: reel", "5:8: unknown clock 'reel'. Did you mean 'real'?"},
                {"fidelity: buckets", "5:11: unknown fidelity 'buckets'. Did you mean 'bucket'?"},
                {"text: 1.5", "5:7: 'text' expected a share from 0 to 1, found '1.5'"},
                {"policy: acts", "5:9: unknown policy 'acts'. Did you mean 'act'?"},
                {"seed: [7", "5:"},
            });
}

TEST(WrongSetting, WhatIsMissing) {
  const auto refusal = [](const std::string& text) {
    const auto story = read_story(text, "f.yaml");
    return story ? std::string("accepted") : story.error().what();
  };
  EXPECT_EQ(refusal(""), "f.yaml:1:1: the story is empty");
  EXPECT_EQ(refusal("# only a comment\n"), "f.yaml:1:1: the story is empty");
  EXPECT_EQ(refusal("[a]\n"), "f.yaml:1:1: 'story' needs keys with values");
  EXPECT_EQ(refusal("length: 3h\n"), "f.yaml:1:1: 'story' needs the key 'scenario'");
  EXPECT_EQ(refusal("scenario: x\n"), "f.yaml:1:1: 'story' needs the key 'length'");
  EXPECT_EQ(refusal("scenario: x\nlength: 0s\nload: []\nengine: {}\n"),
            "f.yaml:2:9: 'length' must be more than 0, found '0s'");
  EXPECT_EQ(refusal("scenario: x\nlength: 1h\nload: []\nengine: {}\n"),
            "f.yaml:3:7: 'load' is an empty list");
  EXPECT_EQ(refusal("scenario: x\nlength: 1h\nload:\n  class: chat\nengine: {}\n"),
            "f.yaml:4:3: 'load' needs a list");
}

// The text of each case is the rest of a second class, in line 4 from column 6 on.
TEST(WrongSetting, Load) {
  const auto with = [](std::string_view rest) {
    const std::string text = "scenario: x\nlength: 3h\nload:\n  - { " + std::string(rest) +
                             " }\nengine: { replicas: [{ name: a }] }\n";
    const auto story = read_story(text, "f.yaml");
    return story ? std::string("accepted") : story.error().what();
  };
  EXPECT_EQ(with("class: c, rate: 4/s"), "accepted");
  EXPECT_EQ(with("rate: 4/s"), "f.yaml:4:5: 'load' needs the key 'class'");
  EXPECT_EQ(with("class: c"), "f.yaml:4:5: a class of load needs a 'rate' or 'users'");
  EXPECT_EQ(with("class: c, rate: 4/s, users: 50"), "f.yaml:4:35: a class has a 'rate' or 'users', not both");
  EXPECT_EQ(with("class: c, rate: 4/s, think: 5s"), "f.yaml:4:35: 'think' needs 'users'");
  EXPECT_EQ(with("class: c, users: 0"), "f.yaml:4:24: 'users' must lie between 1 and 100000, found '0'");
  EXPECT_EQ(with("class: c, users: 1000000000"),
            "f.yaml:4:24: 'users' must lie between 1 and 100000, found '1000000000'");
  EXPECT_EQ(with("class: c, rate: 99999999999/s"),
            "f.yaml:4:23: 'rate' must lie between 0 and 10000, found '99999999999/s'");
  EXPECT_EQ(with("class: c, rate: 4"),
            "f.yaml:4:23: 'rate' expected a rate such as 4/s, 12/m or 15/h, found '4'");
  EXPECT_EQ(with("class: c, rate: 4/d"),
            "f.yaml:4:23: 'rate' expected a rate such as 4/s, 12/m or 15/h, found '4/d'");
  EXPECT_EQ(with("class: c, rate: -4/s"),
            "f.yaml:4:23: 'rate' expected a rate such as 4/s, 12/m or 15/h, found '-4/s'");
  EXPECT_EQ(with("class: c, rate: 4/s, arrivals: burst"),
            "f.yaml:4:38: unknown arrivals 'burst'. Did you mean 'bursty'?");
  EXPECT_EQ(with("class: c, rate: 4/s, tokens: 5"),
            "f.yaml:4:28: unknown key 'tokens'. Known: class, rate, users, think, arrivals, daily, weekly, "
            "prompt_tokens, output_tokens, reasoning_tokens, effort, turns, idle_between_turns, long_idle, "
            "system_tokens, stream, tools, code, code_language, language, script_in_prompt, sampling, "
            "temperature, key.");
  EXPECT_EQ(with("class: c, rate: 4/s, turns: 0"),
            "f.yaml:4:35: 'turns' must lie between 1 and 10000, found '0'");
  EXPECT_EQ(with("class: c, rate: 4/s, prompt_tokens: { median: 5, sd: 1 }"),
            "f.yaml:4:56: unknown key 'sd'. Known: median, log_sd.");
  EXPECT_EQ(with("class: c, rate: 4/s, prompt_tokens: { log_sd: 1 }"),
            "f.yaml:4:43: 'prompt_tokens' needs the key 'median'");
  EXPECT_EQ(with("class: c, rate: 4/s, idle_between_turns: 30"),
            "f.yaml:4:48: 'idle_between_turns' expected a time such as 90s, 5m, 1h30m or 7d, found '30'");
  EXPECT_EQ(with("class: c, rate: 4/s, tools: 1.1"),
            "f.yaml:4:35: 'tools' expected a share from 0 to 1, found '1.1'");
  EXPECT_EQ(with("class: c, rate: 4/s, stream: yes"),
            "f.yaml:4:36: 'stream' expected true or false, found 'yes'");
  EXPECT_EQ(with("class: c, rate: 4/s, temperature: 3"),
            "f.yaml:4:41: 'temperature' must lie between 0 and 2, found '3'");
  EXPECT_EQ(with("class: c, rate: 4/s, effort: hard"),
            "f.yaml:4:36: unknown effort 'hard'. Known: low, medium, high.");
  EXPECT_EQ(with("class: c, rate: 4/s, sampling: gready"),
            "f.yaml:4:38: unknown sampling 'gready'. Did you mean 'greedy'?");
}

TEST(WrongSetting, Engine) {
  const std::string head = "scenario: x\nlength: 3h\nload: [{ class: chat, rate: 4/s }]\n";
  const auto with = [&](std::string_view engine) {
    const auto story = read_story(head + "engine:\n" + std::string(engine), "f.yaml");
    return story ? std::string("accepted") : story.error().what();
  };
  EXPECT_EQ(with("  max_running: 8"), "f.yaml:5:3: 'engine' needs the key 'replicas'");
  EXPECT_EQ(with("  replicas: []"), "f.yaml:5:13: 'replicas' is an empty list");
  EXPECT_EQ(with("  replicas: a"), "f.yaml:5:13: 'replicas' needs a list");
  EXPECT_EQ(with("  replicas: [a]"), "f.yaml:5:14: 'replicas' needs keys with values");
  EXPECT_EQ(with("  replicas: [{ device: l20 }]"), "f.yaml:5:14: 'replicas' needs the key 'name'");
  EXPECT_EQ(with("  replicas: [{ name: a }, { name: a }]"), "f.yaml:5:35: two replicas have the name 'a'");
  EXPECT_EQ(with("  replicas: [{ name: a, devise: l20 }]"),
            "f.yaml:5:25: unknown key 'devise'. Did you mean 'device'?");
  const std::string one = "  replicas: [{ name: a, pool: short }]\n";
  EXPECT_EQ(with(one + "  preset: larg"), "f.yaml:6:11: unknown preset 'larg'. Did you mean 'large'?");
  EXPECT_EQ(with(one + "  endpoint: both"), "f.yaml:6:13: unknown endpoint 'both'. Known: each, one.");
  EXPECT_EQ(with(one + "  max_runing: 8"),
            "f.yaml:6:3: unknown key 'max_runing'. Did you mean 'max_running'?");
  EXPECT_EQ(with(one + "  max_running: 0"),
            "f.yaml:6:16: 'max_running' must lie between 1 and 65536, found '0'");
  EXPECT_EQ(with(one + "  kv_blocks: 1.5"),
            "f.yaml:6:14: 'kv_blocks' expected a count such as 4096 or 16k, found '1.5'");
  EXPECT_EQ(with(one + "  memory: lots"),
            "f.yaml:6:11: 'memory' expected a size such as 512, 64KiB or 2GB, found 'lots'");
  EXPECT_EQ(with(one + "  spec: { draft_length: 17 }"),
            "f.yaml:6:25: 'draft_length' must lie between 0 and 16, found '17'");
  EXPECT_EQ(with(one + "  spec: { acceptence: 0.7 }"),
            "f.yaml:6:11: unknown key 'acceptence'. Did you mean 'acceptance'?");
  EXPECT_EQ(with(one + "  route: [{ pool: short }]"), "f.yaml:6:10: 'route' needs endpoint: one");
  const std::string inside = one + "  endpoint: one\n";
  EXPECT_EQ(with(inside + "  route: [{ pool: short }]"), "accepted");
  EXPECT_EQ(with(inside + "  route: [{ pool: shorts }]"),
            "f.yaml:7:19: unknown pool 'shorts'. Did you mean 'short'?");
  EXPECT_EQ(with(inside + "  route: [{ when: { prefix: hit }, pool: short }]"),
            "f.yaml:7:21: 'prefix' cannot decide about the pool");
}

TEST(WrongSetting, ClientsProbesAndServiceLevels) {
  expect_refused(
      base,
      {
          {"clients: { time_out: 3s }", "5:12: unknown key 'time_out'. Did you mean 'timeout'?"},
          {"clients: { timeout: 0 }", "5:21: 'timeout' must be more than 0, found '0'"},
          {"clients: { retries: 101 }", "5:21: 'retries' must lie between 0 and 100, found '101'"},
          {"clients: { backoff: linear }", "5:21: unknown backoff 'linear'."},
          {"clients: { patience: never }", "5:22: 'patience' expected a time"},
          {"clients: none", "5:10: 'clients' needs keys with values"},
          {"probes: { every: 0s }", "5:18: 'every' must be more than 0, found '0s'"},
          {"probes: { logprobs: 1 }", "5:21: 'logprobs' expected true or false, found '1'"},
          {"slo: { tft_p95: 1s }", "5:8: unknown service level 'tft_p95'. Did you mean 'ttft_p95'?"},
          {"slo: { ttft_p96: 1s }", "5:8: unknown service level 'ttft_p96'. Did you mean 'ttft_p95'?"},
          {"slo: { ttft_p95: 1.3y }", "5:18: 'ttft_p95' expected a time"},
          {"slo: { ttft_p95: 2 }", "5:18: 'ttft_p95' expected a time"},
          {"slo: { ttft_p95: 0x }", "5:18: 'ttft_p95' expected a multiple such as 1.3x, found '0x'"},
          {"slo: { error_rate: 5s }", "5:20: 'error_rate' expected a number, found '5s'"},
          {"canary: { replicas: [b] }", "5:9: 'canary' needs the key 'at'"},
          {"canary: { replicas: [c], at: 1h }", "5:22: unknown replica 'c'."},
          {"canary: { replicas: [a, b], at: 1h }", "5:21: a canary needs a replica to be compared with"},
          {"canary: { replicas: [b], at: 3h }", "5:30: 'at' lies outside the run of 3h, found '3h'"},
          {"canary: { replicas: [b], at: 1h, decide_by: 30m }",
           "5:45: 'decide_by' must be later than 'at', found '30m'"},
          {"canary: { replicas: [b], at: 1h, decide_by: 4h }",
           "5:45: 'decide_by' lies outside the run of 3h, found '4h'"},
          {"canary: { replicas: [b], at: 1h, share: 2 }",
           "5:41: 'share' expected a share from 0 to 1, found '2'"},
      });
}

TEST(WrongSetting, TwoClassesOfOneName) {
  const auto story = read_story(
      "scenario: x\nlength: 1h\nengine: { replicas: [{ name: a }] }\nload: [{ class: c, rate: 1/s }, { "
      "class: c, rate: "
      "2/s }]\n",
      "f.yaml");
  ASSERT_FALSE(story);
  EXPECT_TRUE(story.error().what().starts_with("f.yaml:4:42: the class 'c' stands here twice"))
      << story.error().what();
}

TEST(WrongSetting, BucketsNeedTheVirtualClock) {
  const auto story = read_story(
      "scenario: x\nlength: 1h\nclock: real\nfidelity: bucket\nengine: { replicas: [{ name: a }] }\nload: [{ "
      "class: c, "
      "rate: 1/s }]\n",
      "f.yaml");
  ASSERT_FALSE(story);
  EXPECT_TRUE(story.error().what().starts_with("f.yaml:4:11: ")) << story.error().what();
}

}  // namespace foreshock::scenario::wrong_setting_test
