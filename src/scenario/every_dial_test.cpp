// The contract of the dials: each one, turned as far as it goes, shows.
#include "enginesim/dials.h"
#include "scenario/watch_test.h"

namespace foreshock::scenario::every_dial_test {

using enginesim::DialRow;
using enginesim::DialType;
using run_story_test::story_of;
using run_story_test::watch;

// A bit of everything, so that there is something to go wrong for each dial.
constexpr std::string_view service = R"(
length: 6m
history: 1m
engine: { replicas: [{ name: a }, { name: b }], spec: { draft_length: 4 }, kv_blocks: 4096, dns_ttl: 10s, load_time: 20s, memory: 6.1GiB }
load:
  - { class: chat, rate: 1/s, prompt_tokens: { median: 600, log_sd: 1 }, output_tokens: 60, turns: 4, sampling: logprobs, idle_between_turns: 5s }
  - { class: agent, rate: 0.3/s, prompt_tokens: 9000, output_tokens: 60, tools: 1, temperature: 0 }
  - { class: code, rate: 0.3/s, prompt_tokens: 300, output_tokens: 300, code: 1, reasoning_tokens: 60, effort: high }
  - { class: people, users: 5, think: 3s, prompt_tokens: 300, output_tokens: 40 }
clients: { timeout: 4s, retries: 1, feedback: 0.5 }
probes: { every: 1m, questions: 4, planted_facts: 2 }
)";

// As far from healthy as the dial goes.
std::string turned(const DialRow& row) {
  if (row.type == DialType::flag) return "value: true";
  if (row.type == DialType::text) return "value: \"9\"";
  double value = row.range.max;
  if (row.healthy.kind == enginesim::Healthy::Kind::value && row.healthy.value >= row.range.max)
    value = row.range.min;
  if (row.healthy.kind != enginesim::Healthy::Kind::value) value = row.range.min;
  if (row.name == "fd.growth" || row.name == "rss.growth") value = row.range.max;
  std::string extra;
  if (row.name == "route.misroute") extra = ", to: b";
  return fmt::format("value: {}{}", value, extra);
}

TEST(EveryDial, ShowsInWhatCanBeSeen) {
  const uint64_t healthy = watch(story_of(std::string(service))).hash();
  EXPECT_EQ(watch(story_of(std::string(service))).hash(), healthy) << "the same seed, the same bytes";
  for (const DialRow& row : enginesim::dials()) {
    const std::string fault = fmt::format("faults: [{{ at: 1m, dial: {}, {} }}]\n", row.name, turned(row));
    std::string text(service);
    if (row.name == "route.misroute") text.replace(text.find("engine: {"), 9, "engine: { endpoint: one,");
    const uint64_t with = watch(story_of(text + fault)).hash();
    EXPECT_NE(with, row.name == "route.misroute" ? watch(story_of(text)).hash() : healthy) << row.name;
  }
}

}  // namespace foreshock::scenario::every_dial_test
