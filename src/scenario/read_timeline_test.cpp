// Faults, events, canary and expectations as values.
#include <gtest/gtest.h>

#include "scenario/possible.h"
#include "scenario/read_story.h"

namespace foreshock::scenario::read_timeline_test {

using namespace std::chrono_literals;
using enginesim::Dial;
using Names = std::vector<std::string>;

Story read(const std::string& rest) {
  auto story = read_story(
      "scenario: x\n"
      "length: 3h\n"
      "load: [{ class: chat, rate: 4/s, tools: 0.5 }, { class: hard, rate: 1/s, turns: 2 }]\n" +
          rest,
      "f.yaml");
  EXPECT_TRUE(story) << (story ? "" : story.error().text());
  return story ? std::move(*story) : Story{};
}
const std::string engine = "engine: { replicas: [{ name: a }, { name: b }] }\n";

TEST(ReadTimeline, Faults) {
  const auto faults = read(engine + R"(probes: { questions: 5 }
faults:
  - { at: 1h, until: 2h, dial: tool.invalid, value: 0.1, ramp: 10m, replicas: [a], share: 0.5, share_by: key }
  - { at: always, dial: unload.idle, value: 5m }
  - { at: 0, dial: ttft.add, value: 2s, when: { turn: 2 }, sticky: { for: restart } }
  - { at: 1h, dial: ttft.add, value: 250, when: { turn: 2 }, sticky: { for: 15m } }
  - { at: 1h, dial: context.front_cut, value: 16k, ramp: 5h, replicas: b }
  - { at: 1h, dial: probe.version, value: 4 }
  - { at: 1h, dial: restart, value: true, replicas: [a, b] }
  - { at: 1h, dial: kv.leak, by: time, curve: [[0h, 0], [30m, 2]], wobble: { log_sd: 0.3 } }
  - { at: 1h, dial: ttft.factor, by: prompt_tokens, curve: [[4k, 1], [8k, 3.5]] }
)")
                          .faults;
  ASSERT_EQ(faults.size(), 9U);
  EXPECT_EQ(faults[0].until, Duration(2h));
  EXPECT_EQ(faults[0].ramp, 10min);
  EXPECT_EQ(faults[0].share, 0.5);
  EXPECT_EQ(faults[0].share_by, ShareBy::key);
  EXPECT_TRUE(faults[1].always);
  EXPECT_DOUBLE_EQ(faults[1].value, 300);
  EXPECT_DOUBLE_EQ(faults[2].value, 2000);
  ASSERT_TRUE(faults[2].sticky);
  EXPECT_FALSE(faults[2].sticky->time);
  EXPECT_DOUBLE_EQ(faults[3].value, 250);
  EXPECT_EQ(faults[3].sticky->time, Duration(15min));
  EXPECT_DOUBLE_EQ(faults[4].value, 16000);
  EXPECT_EQ(faults[4].replicas, Names{"b"});
  EXPECT_EQ(faults[5].text, "4");
  EXPECT_EQ(faults[6].dial, Dial::restart);
  EXPECT_DOUBLE_EQ(faults[6].value, 1);
  EXPECT_EQ(faults[6].replicas, (Names{"a", "b"}));
  EXPECT_DOUBLE_EQ(faults[7].curve->points.at(1).x, 1800);
  EXPECT_DOUBLE_EQ(faults[7].curve->points.at(1).value, 2);
  EXPECT_EQ(faults[7].wobble->every, 30min);
  EXPECT_DOUBLE_EQ(faults[8].curve->points.at(0).x, 4000);
}

TEST(ReadTimeline, EventsAndCanary) {
  const Story story = read(engine + R"(canary: { replicas: [b], share: 0.2, at: 30m }
events:
  - { at: 1h, until: 3h, kind: maintenance, posted: false, text: disk }
  - { at: 1h, kind: host_change, to: kernel-6, replicas: [a], posted: true, restart: true }
)");
  EXPECT_EQ(story.canary->share, 0.2);
  EXPECT_EQ(story.canary->decide_by, 3h);
  EXPECT_FALSE(story.events.at(0).posted);
  EXPECT_EQ(story.events.at(0).until, Duration(3h));
  EXPECT_EQ(story.events.at(0).text, "disk");
  EXPECT_TRUE(story.events.at(1).posted);
  EXPECT_TRUE(story.events.at(1).restart);
  EXPECT_EQ(story.events.at(1).kind, EventKind::host_change);
}

TEST(ReadTimeline, Expectations) {
  const auto expect = read(engine + R"(policy: act
slo: { ttft_p95: 1.3x }
canary: { replicas: [b], at: 1h }
faults: [{ at: 1h, dial: tool.invalid, value: 0.1 }]
expect:
  pages: { min: 1 }
  findings:
    - { series: tool_valid, where: { replica: [a, b], class: chat }, shape: load_dependent, direction: up, within: 10m,
        requests: 99 }
    - { series: ttft, where: { cold: true, gap: ">5m" } }
  first_event: null
  causes: { any: loop }
  action: { policy: reasoning_budget, direction: down }
  verdict: roll_back
  forecast: { crosses: ttft_p95, lead: 2h }
  canary: not_promoted
  after: { series: kv_use, mean_below: 0.5 }
)")
                          .expect;
  EXPECT_EQ(expect.pages->min, 1);
  EXPECT_FALSE(expect.pages->max);
  ASSERT_EQ(expect.findings.size(), 2U);
  EXPECT_EQ(expect.findings[0].where.replicas, (Names{"a", "b"}));
  EXPECT_EQ(expect.findings[0].shape, Shape::load_dependent);
  EXPECT_EQ(expect.findings[0].direction, Change::rise);
  EXPECT_EQ(expect.findings[0].requests, 99);
  EXPECT_EQ(expect.findings[1].where.conditions.cold, true);
  EXPECT_EQ(expect.findings[1].where.conditions.gap, (DurationTest{Comparison::more, 5min}));
  ASSERT_TRUE(expect.first_event);
  EXPECT_FALSE(expect.first_event->kind);
  EXPECT_EQ(expect.causes->top, 3);
  EXPECT_EQ(expect.causes->any, Names{"loop"});
  EXPECT_EQ(expect.action->policy, "reasoning_budget");
  EXPECT_EQ(expect.verdict, Decision::roll_back);
  EXPECT_EQ(expect.forecast->lead, 2h);
  EXPECT_EQ(expect.canary, CanaryEnd::not_promoted);
  EXPECT_DOUBLE_EQ(*expect.after->mean_below, 0.5);
  EXPECT_EQ(expect.after->from, 0s);
}

TEST(ReadTimeline, WhatCanHappen) {
  const Story quiet = read(engine);
  for (int kind = 0; kind <= static_cast<int>(EventKind::control_plane_deploy); ++kind)
    EXPECT_FALSE(can_happen(static_cast<EventKind>(kind), quiet)) << kind;
  EXPECT_TRUE(
      can_happen(EventKind::traffic_surge, read(engine + "faults: [{ at: 1h, dial: load.rate, value: 3 }]")));
  EXPECT_TRUE(
      can_happen(EventKind::user_growth, read(engine + "faults: [{ at: 1h, dial: load.users, value: 3 }]")));
  EXPECT_TRUE(
      can_happen(EventKind::restart, read(engine + "faults: [{ at: 1h, dial: restart, value: true }]")));
  EXPECT_TRUE(can_happen(EventKind::restart,
                         read(engine + "events: [{ at: 1h, kind: host_change, restart: true }]")));
  EXPECT_TRUE(can_happen(EventKind::scale, read(engine + "events: [{ at: 1h, kind: scale }]")));
  EXPECT_TRUE(can_happen(EventKind::traffic_surge, read(engine + "clients: { retries: 2 }")));
  EXPECT_TRUE(can_happen(EventKind::model_version, read(engine + "canary: { replicas: [a], at: 1h }")));
  EXPECT_FALSE(can_happen(EventKind::restart, read(engine + "events: [{ at: 1h, kind: host_change }]")));
}

TEST(ReadTimeline, WhatASeriesLacks) {
  const Story quiet = read(engine);
  EXPECT_EQ(lack_of("ttft", quiet), "");
  EXPECT_EQ(lack_of("tool_valid", quiet), "");
  EXPECT_EQ(lack_of("logprob_rank", quiet), "nobody asks for logprobs");
  EXPECT_EQ(lack_of("logprob_rank", read(engine + "probes: { every: 5m }")), "");
  EXPECT_EQ(lack_of("code_valid", quiet), "no class asks for code");
  EXPECT_EQ(lack_of("judge_calls", quiet), "the engine has no 'spec'");
  EXPECT_EQ(lack_of("thumbs_up", read(engine + "clients: { feedback: 0.1 }")), "");
}

}  // namespace foreshock::scenario::read_timeline_test
