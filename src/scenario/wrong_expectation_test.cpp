// Expectations that can never be judged.
#include <fmt/format.h>

#include "scenario/wrong_story_test.h"

namespace foreshock::scenario::wrong_expectation_test {

using wrong_story_test::expect_refused;
using wrong_story_test::Wrong;

// The text of each case starts on line 6.
const std::string base =
    "scenario: x\n"
    "length: 3h\n"
    "load: [{ class: chat, rate: 4/s, language: en }, { class: code, rate: 1/s, key: k2 }]\n"
    "engine: { replicas: [{ name: a, device: l20, pool: short }, { name: b, zone: z1 }] }\n"
    "clients: { timeout: 60s }\n";

const std::string small = "scenario: x\nlength: 3h\nengine: { replicas: [{ name: a }] }\n";

TEST(WrongExpectation, OfEveryKind) {
  expect_refused(
      base,
      {
          {"expect: { finding: [] }", "6:11: unknown key 'finding'. Did you mean 'findings'?"},
          {"expect: { findings: [{ direction: up }] }", "6:22: 'findings' needs the key 'series'"},
          {"expect: { findings: [{ series: ttfb }] }", "6:32: unknown series 'ttfb'. Did you mean 'ttft'?"},
          {"expect: { findings: [{ series: ttft, shape: slow }] }", "6:45: unknown shape 'slow'."},
          {"expect: { findings: [{ series: ttft, direction: upp }] }",
           "6:49: unknown direction 'upp'. Did you mean 'up'?"},
          {"expect: { findings: [{ series: ttft, where: { replica: c } }] }", "6:56: unknown replica 'c'."},
          {"expect: { findings: [{ series: ttft, where: { class: chatt } }] }",
           "6:54: unknown class 'chatt'. Did you mean 'chat'?"},
          {"expect: { findings: [{ series: ttft, where: { hour: \"2-4\" } }] }",
           "6:47: 'hour' cannot decide about a stratum"},
          {"expect: { findings: [{ series: ttft, requests: 5 }] }",
           "6:48: 'requests' counts those that a fault affects"},
          {"expect: { findings: [{ series: ttft, within: 5m }] }",
           "6:46: 'within' counts from a fault or an event"},
          {"expect: { findings: [{ series: accept_length }] }",
           "6:32: accept_length can never be seen: the engine has no 'spec'"},
          {"expect: { findings: [{ series: thumbs_up }] }",
           "6:32: thumbs_up can never be seen: clients give no feedback"},
          {"expect: { findings: [{ series: tool_valid }] }",
           "6:32: tool_valid can never be seen: no class calls tools"},
          {"expect: { findings: [{ series: code_valid }] }",
           "6:32: code_valid can never be seen: no class asks for code"},
          {"expect: { pages: { min: 3, max: 1 } }", "6:18: 'min' is more than 'max', found 3 and 1"},
          {"expect: { pages: { max: -1 } }", "6:25: 'max' expected a count"},
          {"expect: { pages: { max: 0 }, causes: { any: [loop] } }",
           "6:38: 'causes' is judged on a page, and pages has max: 0"},
          {"expect: { first_event: restrat }",
           "6:24: unknown first_event 'restrat'. Did you mean 'restart'?"},
          {"expect: { first_event: model_version }", "6:24: nothing in this story can be a model_version"},
          {"expect: { first_event: traffic_surge }", "6:24: nothing in this story can be a traffic_surge"},
          {"expect: { causes: { top: 0, any: [loop] } }", "6:26: 'top' must lie between 1 and 52, found '0'"},
          {"expect: { causes: { top: 3 } }", "6:19: 'causes' needs the key 'any'"},
          {"expect: { causes: { any: [loops] } }", "6:27: unknown cause 'loops'. Did you mean 'loop'?"},
          {"expect: { causes: { any: [] } }", "6:26: 'any' is an empty list"},
          {"expect: { canary: promoted }", "6:19: 'canary' is expected, and the story has none"},
          {"expect: { canary: promote }", "6:19: unknown canary 'promote'. Did you mean 'promoted'?"},
          {"expect: { forecast: { crosses: ttft_p95 } }", "6:32: a forecast needs an 'slo' that is crossed"},
          {"expect: { after: { from: 1h } }", "6:18: 'after' needs 'mean_below' or 'accuracy_at_least'"},
          {"expect: { after: { mean_below: 3s } }", "6:32: 'mean_below' needs a 'series'"},
          {"expect: { after: { series: e2e, mean_below: 3 } }", "6:45: 'mean_below' expected a time"},
          {"expect: { after: { series: kv_use, mean_below: 3s } }",
           "6:48: 'mean_below' expected a number, found '3s'"},
          {"expect: { after: { series: e2e, mean_below: 3s, from: 3h } }",
           "6:55: 'from' lies outside the run of 3h, found '3h'"},
          {"expect:", "6:1: 'expect' has no value"},
          {"expect: { pages: {} }", "6:18: 'pages' needs 'min' or 'max'"},
          {"expect: { findings: [] }", "6:21: 'findings' is an empty list"},
      });
}

TEST(WrongExpectation, NeedsAnotherSetting) {
  expect_refused(base, {
                           {"expect: { action: { policy: draft_length } }",
                            "6:19: an action needs policy: suggest or act, found observe"},
                           {"expect: { verdict: keep }", "6:20: a verdict needs policy: act"},
                           {"expect: { verdict: kept }",
                            "6:20: unknown verdict 'kept'. Known: keep, roll_back, hold, not_proven."},
                       });
  expect_refused(base + "policy: suggest\n",
                 {
                     {"expect: { verdict: keep }", "7:20: a verdict needs policy: act"},
                 });
  expect_refused(base + "slo: { ttft_p95: 1.3x }\n",
                 {
                     {"expect: { forecast: { crosses: ttft_p99 } }",
                      "7:32: unknown service level 'ttft_p99'. Did you mean 'ttft_p95'?"},
                     {"expect: { forecast: { crosses: ttft_p95, lead: 4h } }",
                      "7:48: 'lead' lies outside the run of 3h, found '4h'"},
                 });
  expect_refused(base + "probes: { questions: 0, planted_facts: 0 }\n",
                 {
                     {"expect: { after: { accuracy_at_least: 0.9 } }",
                      "7:39: 'accuracy_at_least' needs probes with questions"},
                     {"expect: { findings: [{ series: probe_score }] }",
                      "7:32: probe_score can never be seen: probes ask no questions"},
                     {"expect: { findings: [{ series: planted_fact }] }",
                      "7:32: planted_fact can never be seen: probes plant no facts"},
                     {"expect: { findings: [{ series: logprob_rank }] }",
                      "7:32: logprob_rank can never be seen: nobody asks for logprobs"},
                 });
}

TEST(WrongExpectation, OfASeriesThatNothingFills) {
  const auto never = [](std::string_view series, std::string_view lack) {
    return Wrong{fmt::format("expect: {{ findings: [{{ series: {} }}] }}", series),
                 fmt::format("6:32: {} can never be seen: {}", series, lack)};
  };
  expect_refused(base, {
                           never("zero_reasoning", "no class reasons"),
                           never("reasoning_tokens", "no class reasons"),
                           never("prompt_growth", "no session has a second turn"),
                           never("placeholder", "no class asks for code"),
                           never("retry_rate", "clients do not retry"),
                           never("regenerate_rate", "clients do not ask again"),
                           never("tle", "nobody asks for logprobs"),
                           never("judge_calls", "the engine has no 'spec'"),
                       });
  const std::string without_text = std::string("text: 0\n") + base;
  std::vector<Wrong> of_text;
  for (const char* series : {"marker", "loop", "degenerate", "script", "boilerplate", "praise", "refusal",
                             "markdown", "rci", "tokens_per_char"})
    of_text.push_back({fmt::format("expect: {{ findings: [{{ series: {} }}] }}", series),
                       fmt::format("7:32: {} can never be seen: no answer is written out", series)});
  expect_refused(without_text, of_text);
  std::vector<Wrong> of_streams;
  for (const char* series : {"ttft", "inter_token", "stall", "prefill_rate", "decode_rate"})
    of_streams.push_back({fmt::format("expect: {{ findings: [{{ series: {} }}] }}", series),
                          fmt::format("5:32: {} can never be seen: no class streams", series)});
  expect_refused(small + "load: [{ class: chat, rate: 4/s, stream: false }]\n", of_streams);
}

TEST(WrongExpectation, OfAStratumInWhichNothingFillsTheSeries) {
  const std::string two =
      small +
      "load: [{ class: chat, rate: 4/s }, { class: hard, rate: 1/s, reasoning_tokens: 500, key: k2 }]\n";
  expect_refused(two,
                 {
                     {"expect: { findings: [{ series: zero_reasoning, where: { class: chat } }] }",
                      "5:32: zero_reasoning can never be seen: no class reasons"},
                     {"expect: { findings: [{ series: e2e, where: { class: chat, key: k2 } }] }",
                      "5:32: e2e can never be seen: no class is in 'where'"},
                     {"expect: { findings: [{ series: e2e, where: { code: true } }] }",
                      "5:32: e2e can never be seen: no class is in 'where'"},
                     {"expect: { after: { series: reasoning_tokens, mean_below: 9, where: { key: k1 } } }",
                      "5:28: reasoning_tokens can never be seen: no class reasons"},
                 });
  const auto story = read_story(
      two + "expect: { findings: [{ series: zero_reasoning, where: { class: [chat, hard] } }] }", "x.yaml");
  EXPECT_TRUE(story) << story.error().text();
}

TEST(WrongExpectation, WithinATimeThatTheRunHasNot) {
  expect_refused(
      base + "faults: [{ at: 1h, dial: decode.rate, value: 0.5 }]\n",
      {{"expect: { findings: [{ series: ttft, within: 2h1m }] }",
        "7:46: 'within' ends after the run, which goes on for 2h after the first fault or event"}});
  expect_refused(small + "load: [{ class: chat, rate: 4/s }]\nslo: { accept_length: 3 }\n",
                 {{"expect: { forecast: { crosses: accept_length } }",
                   "6:32: accept_length can never be seen: the engine has no 'spec'"}});
}

TEST(WrongExpectation, OfAPlaceThatThereIsNot) {
  const auto where = [](const std::string& text) {
    return "expect: { findings: [{ series: e2e, where: { " + text + " } }] }";
  };
  expect_refused(
      base, {
                {where("turn: \">=2\""), "6:52: 'turn' can never be that: in this story it goes from 1 to 1"},
                {where("prompt_tokens: \">=200k\""),
                 "6:61: 'prompt_tokens' can never be that: in this story it goes from 1 to 131072"},
                {where("context_tokens: \">131072\""), "6:62: 'context_tokens' can never be that"},
                {where("idle: \">0\""), "6:52: 'idle' can never be that: in this story it goes from 0 to 0"},
                {where("running: \">256\""), "6:55: 'running' can never be that"},
                {where("replica: b, device: l20"), "6:44: no replica is of that name, device, zone and pool"},
                {"expect: { after: { series: e2e, mean_below: 3s, where: { turn: 2 } } }",
                 "6:64: 'turn' can never be that"},
            });
}

TEST(WrongExpectation, WhereNobodyAsksOrAnswersAreOneToken) {
  expect_refused(small + "load: [{ class: chat, rate: 0/s }]\nprobes: { every: 5m }\n",
                 {{"expect: { findings: [{ series: ttft }] }",
                   "6:32: ttft can never be seen: no request comes, for the rate is 0"},
                  {"expect: { findings: [{ series: error_rate }] }", "6:32: error_rate can never be seen"}});
  expect_refused(
      small + "load: [{ class: chat, rate: 1/s, output_tokens: 1 }]\n",
      {{"expect: { findings: [{ series: inter_token }] }",
        "5:32: inter_token can never be seen: every answer is one token"},
       {"expect: { findings: [{ series: decode_rate }] }", "5:32: decode_rate can never be seen"}});
  for (const char* story : {"load: [{ class: chat, rate: 0/s }]\nprobes: { every: 5m }\n"
                            "expect: { findings: [{ series: probe_score }, { series: gpu_util }] }",
                            "load: [{ class: chat, rate: 1/s, output_tokens: 1 }]\nfaults: [{ at: 1h, dial: "
                            "text.length, value: 9 }]\nexpect: { findings: [{ series: inter_token }] }"})
    EXPECT_TRUE(read_story(small + story, "f.yaml")) << story;
}

TEST(WrongExpectation, MoreRequestsThanCome) {
  const std::string fault = "faults: [{ at: 2h, dial: decode.rate, value: 0.5 }]\n";
  const std::string hour = small + "load: [{ class: chat, rate: 1/s }]\n";
  expect_refused(hour + fault, {{"expect: { findings: [{ series: ttft, requests: 8k }] }",
                                 "6:48: 'requests' is more than can be affected, at most 7300, found '8k'"}});
  for (const std::string& story : {hour + fault + "expect: { findings: [{ series: ttft, requests: 3600 }] }",
                                   small + "load: [{ class: chat, users: 9 }]\n" + fault +
                                       "expect: { findings: [{ series: ttft, requests: 100k }] }"})
    EXPECT_TRUE(read_story(story, "f.yaml")) << story;
}

TEST(WrongExpectation, AnActionThatNoPolicyTakes) {
  expect_refused(base + "policy: act\n",
                 {{"expect: { action: { policy: draft_lenght } }",
                   "7:29: unknown policy 'draft_lenght'. Did you mean 'draft_length'?"},
                  {"expect: { action: { policy: draft_length } }",
                   "7:29: nothing is drafted here: the engine has no 'spec'"}});
}

}  // namespace foreshock::scenario::wrong_expectation_test
