#include "scenario/dial_effects.h"

#include "scenario/run_story_test.h"

namespace foreshock::scenario::dial_effects_test {

using enginesim::Dial;

Error refusal(const std::string& story) {
  const auto read = read_story(story, "x.yaml");
  EXPECT_TRUE(read) << read.error().what();
  const auto checked = check_playable(*read, "x.yaml");
  return checked ? Error(Code::internal, "played") : checked.error();
}

TEST(DialEffects, WhatCannotBePlayedIsRefused) {
  const std::string story = R"(
scenario: x
length: 1h
engine: { replicas: [{ name: a }] }
load: [{ class: chat, rate: 4/s, prompt_tokens: 800, output_tokens: 120 }]
)";
  EXPECT_EQ(refusal(story).what(), "played");
  EXPECT_EQ(refusal(story + "faults: [{ at: 1m, dial: text.loop, value: 0.5 }]\n").what(),
            "x.yaml: dial 'text.loop' has no effect in this version");
  EXPECT_EQ(refusal(story + "fidelity: bucket\n").what(), "x.yaml: fidelity: bucket is not built yet");
  EXPECT_EQ(refusal(story + "clock: real\n").what(), "x.yaml: clock: real is not built yet");
}

// Everything to act on: sessions, long prompts, reasoning, tools, gaps, little memory.
constexpr std::string_view base = R"(
scenario: x
length: 15m
engine:
  endpoint: one
  replicas: [{ name: a }, { name: b }]
  kv_blocks: 2000
  spec: { draft_length: 5, acceptance: 0.8 }
load:
  - { class: chat, rate: 0.7/s, turns: 3, idle_between_turns: 5s, prompt_tokens: 700, output_tokens: 100,
      reasoning_tokens: 100, effort: high, tools: 0.5 }
  - { class: book, rate: 0.05/s, prompt_tokens: 9000, output_tokens: 100 }
)";

std::string fault_with(const enginesim::DialRow& dial) {
  std::string value = "true";
  if (dial.type == enginesim::DialType::number) {
    const bool healthy_at_most = dial.healthy.value == dial.range.max || dial.healthy.value == 1 ||
                                 dial.healthy.kind == enginesim::Healthy::Kind::never ||
                                 dial.dial == Dial::batch_max || dial.dial == Dial::client_timeout;
    value = fmt::to_string(healthy_at_most ? dial.range.min : dial.range.max);
  }
  if (dial.dial == Dial::stream_coalesce) value = "64";
  const char* more = dial.dial == Dial::route_misroute ? ", to: b"
                     : dial.dial == Dial::route_weight ? ", replicas: [a]"
                                                       : "";
  return fmt::format("faults: [{{ at: 1m, dial: {}, value: {}{} }}]\n", dial.name, value, more);
}

// All that a gateway could have seen, in order.
std::vector<std::string> seen(const std::string& text) {
  const auto story = read_story(text, "x.yaml");
  EXPECT_TRUE(story) << text << (story ? "" : story.error().what());
  std::vector<std::string> out;
  if (!story) return out;
  for (const auto& one : run_story_test::play(*story))
    out.push_back(fmt::format("{} {} {} {} {} {} {} {}", one.replica, name_of(one.state), one.status,
                              one.stamps.accepted.time_since_epoch().count(),
                              one.stamps.end.time_since_epoch().count(), one.finish_reason, one.token_events,
                              one.stamps.first_event.value_or(Instant()).time_since_epoch().count()));
  return out;
}

TEST(DialEffects, EveryDialThatIsPlayedChangesWhatIsSeenAndNoOtherDoes) {
  const auto healthy = seen(std::string(base));
  EXPECT_GT(healthy.size(), 500u);
  EXPECT_EQ(seen(std::string(base)), healthy);
  size_t played = 0;
  for (const auto& dial : enginesim::dials()) {
    if (dial.type == enginesim::DialType::text) continue;
    const bool changes = seen(std::string(base) + fault_with(dial)) != healthy;
    EXPECT_EQ(changes, has_effect(dial.dial)) << fault_with(dial);
    played += changes;
  }
  EXPECT_GT(played, 45u);
}

}  // namespace foreshock::scenario::dial_effects_test
