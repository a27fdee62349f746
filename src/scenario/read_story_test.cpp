#include "scenario/read_story.h"

#include <set>

#include <gtest/gtest.h>

#include "core/event_kinds.h"
#include "scenario/cause_ids.h"
#include "scenario/named.h"
#include "scenario/series_names.h"

namespace foreshock::scenario::read_story_test {

using namespace std::chrono_literals;
using enginesim::Dial;
using Names = std::vector<std::string>;

Story read(const std::string& text) {
  auto story = read_story(text, "f.yaml");
  EXPECT_TRUE(story) << (story ? "" : story.error().text());
  return story ? std::move(*story) : Story{};
}

const std::string smallest =
    "scenario: x\n"
    "length: 3h\n"
    "load: [{ class: chat, rate: 4/s }]\n"
    "engine: { replicas: [{ name: a }, { name: b }] }\n";

TEST(ReadStory, TheTablesAreAsLongAsTheLanguageSays) {
  EXPECT_EQ(series_names.size(), 59U);
  EXPECT_EQ(cause_ids.size(), 52U);
  EXPECT_EQ(std::set<std::string_view>(cause_ids.begin(), cause_ids.end()).size(), cause_ids.size());
  EXPECT_EQ(event_kinds.size(), 15U);
  for (const EventKindRow& row : event_kinds)
    EXPECT_EQ(row.posted, row.name == "product_release" || row.name == "maintenance" ||
                              row.name == "control_plane_deploy");
}

TEST(ReadStory, TheSmallestStoryHasTheDocumentedDefaults) {
  const Story story = read(smallest);
  EXPECT_EQ(story.seed, 1);
  EXPECT_EQ(story.start, 0s);
  EXPECT_EQ(story.timezone, "UTC");
  EXPECT_EQ(story.history, 168h);
  EXPECT_EQ(story.clock, ClockKind::virtual_time);
  EXPECT_EQ(story.fidelity, Fidelity::request);
  EXPECT_EQ(story.text, 1);
  EXPECT_EQ(story.policy, Autonomy::observe);
  const Engine& engine = story.engine;
  EXPECT_EQ(engine.preset.name, "large");
  EXPECT_EQ(engine.endpoint, Endpoint::each);
  EXPECT_EQ(engine.replicas.at(1).version, "1");
  EXPECT_EQ(engine.max_running, 256);
  EXPECT_EQ(engine.queue, 1000);
  EXPECT_EQ(engine.kv_blocks, 32768);
  EXPECT_EQ(engine.block_tokens, 16);
  EXPECT_EQ(engine.context, 131072);
  EXPECT_EQ(engine.prefill_chunk, 2048);
  EXPECT_FALSE(engine.speculation);
  EXPECT_EQ(engine.load_time, 60s);
  EXPECT_EQ(engine.memory.value, int64_t{64} << 30);
  EXPECT_EQ(engine.dns_ttl, 60s);
  EXPECT_EQ(engine.accuracy, 0.9);
  const LoadClass& load = story.load.at(0);
  EXPECT_EQ(load.daily, 0);
  EXPECT_EQ(load.weekly, 0);
  EXPECT_EQ(load.turns.median, 1);
  EXPECT_EQ(load.idle_between_turns.median, 30s);
  EXPECT_EQ(load.system_tokens.median, 200);
  EXPECT_TRUE(load.stream);
  EXPECT_EQ(load.key, "k1");
  EXPECT_EQ(load.temperature, 0.7);
  EXPECT_EQ(story.clients.timeout, 60s);
  EXPECT_EQ(story.clients.retries, 0);
  EXPECT_FALSE(story.clients.patience);
  EXPECT_EQ(story.clients.thumbs_up, 0.85);
  EXPECT_EQ(story.probes.every, 5min);
  EXPECT_EQ(story.probes.questions, 0) << "nobody probes unless the story says so";
  EXPECT_EQ(story.probes.planted_facts, 0);
  EXPECT_TRUE(story.probes.logprobs);
  EXPECT_FALSE(story.canary || story.expect.pages || story.expect.first_event || story.expect.after);
}

const std::string whole = R"(
scenario: whole
seed: 11
start: "Fri 18:30"
timezone: Europe/Berlin
history: 0
length: 1d6h
clock: real
text: 0.25
load:
  - { class: a, users: 50, think: { median: 10s, log_sd: 0.5 }, arrivals: uniform, daily: 0.5, weekly: 0.1,
      prompt_tokens: { median: 2k, log_sd: 1 }, output_tokens: 300, reasoning_tokens: 1k, effort: low, turns: 4,
      idle_between_turns: 1m, long_idle: 0.1, system_tokens: 1.5k, stream: false, tools: 0.5, code: 1,
      code_language: rust, language: zh, script_in_prompt: 0.2, sampling: logprobs, temperature: 0, key: k7 }
engine:
  preset: l4
  version: "0.9"
  endpoint: one
  replicas: [{ name: x, device: l4, zone: z, pool: p, version: "1.0" }, { name: y }]
  route: [{ when: { class: a, turn: ">1" }, pool: p }]
  max_running: 64
  queue: 5
  kv_blocks: 2k
  block_tokens: 32
  context: 8k
  prefill_chunk: 512
  spec: { draft_length: 3, acceptance: 0.6, judge_slots: 2 }
  load_time: 20s
  memory: 8GiB
  dns_ttl: 5m
  accuracy: 0.8
clients: { timeout: 5s, retries: 3, backoff: exponential, patience: 2m, regenerate: 0.1, feedback: 0.2, thumbs_up: 0.5 }
probes: { every: 1m, questions: 5, planted_facts: 1, logprobs: false, version: "2" }
slo: { ttft_p95: 800ms, e2e_p99: 1.5x, error_rate: 0.01 }
)";

TEST(ReadStory, ReadsEveryKeyOfTheHeaderAndOfTheLoad) {
  const Story story = read(whole);
  EXPECT_EQ(story.seed, 11);
  EXPECT_EQ(story.timezone, "Europe/Berlin");
  EXPECT_EQ(story.history, 0s);
  EXPECT_EQ(story.length, 30h);
  EXPECT_EQ(story.text, 0.25);
  EXPECT_EQ(story.start, 4 * 24h + 18h + 30min);
  EXPECT_EQ(story.clock, ClockKind::real_time);
  const LoadClass& load = story.load.at(0);
  EXPECT_EQ(load.users, 50);
  EXPECT_FALSE(load.rate);
  EXPECT_EQ(load.think.median, 10s);
  EXPECT_EQ(load.think.log_sd, 0.5);
  EXPECT_EQ(load.arrivals, Arrivals::uniform);
  EXPECT_EQ(load.prompt_tokens.median, 2000);
  EXPECT_EQ(load.reasoning_tokens.median, 1000);
  EXPECT_EQ(load.effort, Effort::low);
  EXPECT_EQ(load.long_idle, 0.1);
  EXPECT_EQ(load.system_tokens.median, 1500);
  EXPECT_EQ(load.code_language, "rust");
  EXPECT_EQ(load.language, "zh");
  EXPECT_EQ(load.sampling, Sampling::logprobs);
  EXPECT_EQ(load.key, "k7");
}

TEST(ReadStory, ReadsEveryKeyOfTheEngineAndOfTheClients) {
  const Story story = read(whole);
  const Engine& engine = story.engine;
  EXPECT_EQ(engine.preset.first_token, 587600us);
  EXPECT_DOUBLE_EQ(engine.preset.step_growth, 0.067);
  EXPECT_EQ(engine.replicas.at(0).version, "1.0");
  EXPECT_EQ(engine.replicas.at(1).version, "0.9");
  EXPECT_EQ(engine.routes.at(0).when.turn, (CountTest{Comparison::more, 1}));
  EXPECT_EQ(engine.block_tokens, 32);
  EXPECT_EQ(engine.context, 8000);
  EXPECT_EQ(engine.prefill_chunk, 512);
  EXPECT_EQ(engine.speculation->judge_slots, 2);
  EXPECT_EQ(engine.memory.value, int64_t{8} << 30);
  EXPECT_EQ(story.clients.patience, Duration(2min));
  EXPECT_EQ(story.clients.regenerate, 0.1);
  EXPECT_FALSE(story.probes.logprobs);
  EXPECT_EQ(story.probes.version, "2");
  EXPECT_DOUBLE_EQ(story.service_levels.at(0).limit, 0.8);
  EXPECT_FALSE(story.service_levels.at(0).relative);
  EXPECT_EQ(story.service_levels.at(1).statistic, Statistic::p99);
  EXPECT_EQ(story.service_levels.at(2).series, "error_rate");
  EXPECT_EQ(story.service_levels.at(2).statistic, Statistic::mean);
}

TEST(ReadStory, ReadsEveryCondition) {
  const Story story = read(R"(
scenario: x
length: 3h
load:
  - { class: a, rate: 4/s, key: k2, language: zh, code: 0.5, code_language: go, turns: 3,
      idle_between_turns: 2h, effort: low }
  - { class: b, rate: 1/s }
engine: { replicas: [{ name: x, device: l4, zone: z, pool: p, version: "3" }, { name: y }] }
events: [{ at: 1h, kind: model_version, to: "4" }]
faults:
  - at: 1h
    dial: text.loop
    value: 1
    when: { class: [a, b], key: k2, language: zh, code_language: [go], sampling: default, effort: [low, high],
      stream: true, prompt_tokens: ">=16k", context_tokens: "<1k", turn: 3, idle: ">1h", longest_idle: "<=2h",
      tools: false, code: true, prefix: miss, running: ">2", waiting: 0, served: "<20", uptime: "<5m", gap: ">10m",
      cold: true, device: l4, zone: z, pool: [p], version: ["3", "4"], hour: "22-4", weekday: [Mon, Sat-Sun] }
)");
  const Conditions& when = story.faults.at(0).when;
  EXPECT_EQ(when.classes, (Names{"a", "b"}));
  EXPECT_EQ(when.keys, Names{"k2"});
  EXPECT_EQ(when.languages, Names{"zh"});
  EXPECT_EQ(when.code_languages, Names{"go"});
  EXPECT_EQ(when.sampling, std::vector{Sampling::plain});
  EXPECT_EQ(when.efforts, (std::vector{Effort::low, Effort::high}));
  EXPECT_EQ(when.stream, true);
  EXPECT_EQ(when.prompt_tokens, (CountTest{Comparison::at_least, 16000}));
  EXPECT_EQ(when.context_tokens, (CountTest{Comparison::less, 1000}));
  EXPECT_EQ(when.turn, (CountTest{Comparison::equal, 3}));
  EXPECT_EQ(when.idle, (DurationTest{Comparison::more, 1h}));
  EXPECT_EQ(when.longest_idle, (DurationTest{Comparison::at_most, 2h}));
  EXPECT_EQ(when.tools, false);
  EXPECT_EQ(when.code, true);
  EXPECT_EQ(when.prefix, Prefix::miss);
  EXPECT_EQ(when.running, (CountTest{Comparison::more, 2}));
  EXPECT_EQ(when.waiting, (CountTest{Comparison::equal, 0}));
  EXPECT_EQ(when.served, (CountTest{Comparison::less, 20}));
  EXPECT_EQ(when.uptime, (DurationTest{Comparison::less, 5min}));
  EXPECT_EQ(when.gap, (DurationTest{Comparison::more, 10min}));
  EXPECT_EQ(when.cold, true);
  EXPECT_EQ(when.devices, Names{"l4"});
  EXPECT_EQ(when.zones, Names{"z"});
  EXPECT_EQ(when.pools, Names{"p"});
  EXPECT_EQ(when.versions, (Names{"3", "4"}));
  EXPECT_TRUE(when.hour->holds(23h));
  EXPECT_EQ(when.weekday->days, 0b1100001);
}

}  // namespace foreshock::scenario::read_story_test
