// Wrong events, faults and conditions.
#include "scenario/wrong_story_test.h"

namespace foreshock::scenario::wrong_fault_test {

using wrong_story_test::expect_refused;

// The text of each case starts on line 6.
const std::string base =
    "scenario: x\n"
    "length: 3h\n"
    "load: [{ class: chat, rate: 4/s, language: en }, { class: code, rate: 1/s, key: k2 }]\n"
    "engine: { replicas: [{ name: a, device: l20, pool: short }, { name: b, zone: z1 }] }\n"
    "clients: { timeout: 60s }\n";
const std::string routed =
    "scenario: x\n"
    "length: 3h\n"
    "load: [{ class: chat, rate: 4/s }]\n"
    "engine:\n"
    "  { endpoint: one, replicas: [{ name: a }, { name: b }] }\n";

TEST(WrongFault, Events) {
  expect_refused(
      base, {
                {"events: { at: 1h }", "6:9: 'events' needs a list"},
                {"events: [{ at: 1h }]", "6:10: 'events' needs the key 'kind'"},
                {"events: [{ kind: restart }]", "6:10: 'events' needs the key 'at'"},
                {"events: [{ at: 1h, kind: model_versions }]",
                 "6:26: unknown kind 'model_versions'. Did you mean 'model_version'?"},
                {"events: [{ at: 4h, kind: restart }]", "6:16: 'at' lies outside the run of 3h, found '4h'"},
                {"events: [{ at: always, kind: restart }]", "6:16: 'at' expected a time"},
                {"events: [{ at: 2h, until: 1h, kind: restart }]",
                 "6:27: 'until' must be later than 'at', found '1h'"},
                {"events: [{ at: 2h, until: 181m, kind: restart }]",
                 "6:27: 'until' lies outside the run of 3h, found '181m'"},
                {"events: [{ at: 2h, kind: restart, replicas: [aa] }]",
                 "6:46: unknown replica 'aa'. Did you mean 'a'?"},
                {"events: [{ at: 2h, kind: restart, posted: maybe }]",
                 "6:43: 'posted' expected true or false, found 'maybe'"},
                {"events: [{ at: 2h, kind: restart, posts: true }]",
                 "6:35: unknown key 'posts'. Did you mean 'posted'?"},
                {"events: [{ at: 2h, kind: restart, to: [1] }]", "6:39: 'to' needs a single value"},
                {"events: [{ at: 2h, kind: restart, restart: false }]",
                 "6:44: an event of kind restart does restart, found 'false'"},
                {"events: [null]", "6:10: 'events' needs keys with values"},
            });
}

TEST(WrongFault, DialsAndTheirValues) {
  expect_refused(
      base,
      {
          {"faults: [{ at: 1h, dial: spec.aceptance, value: 0.1 }]",
           "6:26: unknown dial 'spec.aceptance'. Did you mean 'spec.acceptance'?"},
          {"faults: [{ at: 1h, dial: restart }]", "6:10: a fault needs a 'value' or a 'curve'"},
          {"faults: [{ at: 1h, value: 1 }]", "6:10: 'faults' needs the key 'dial'"},
          {"faults: [{ dial: restart, value: true }]", "6:10: 'faults' needs the key 'at'"},
          {"faults: [{ at: 1h, dail: restart, value: true }]",
           "6:20: unknown key 'dail'. Did you mean 'dial'?"},
          {"faults: [{ at: 1h, dial: spec.acceptance, value: 1.2 }]",
           "6:50: 'value' of spec.acceptance must lie between 0 and 1 share, found '1.2'"},
          {"faults: [{ at: 1h, dial: decode.rate, value: 0 }]",
           "6:46: 'value' of decode.rate must lie between 0.001 and 10 x, found '0'"},
          {"faults: [{ at: 1h, dial: ttft.add, value: 20m }]",
           "6:43: 'value' of ttft.add must lie between 0 and 600000 ms, found '20m'"},
          {"faults: [{ at: 1h, dial: ttft.add, value: slow }]",
           "6:43: 'value' expected a number, found 'slow'"},
          {"faults: [{ at: 1h, dial: ttft.factor, value: 2m }]",
           "6:46: 'value' expected a number, found '2m'"},
          {"faults: [{ at: 1h, dial: text.loop, value: true }]",
           "6:44: 'value' expected a number, found 'true'"},
          {"faults: [{ at: 1h, dial: restart, value: false }]",
           "6:42: restart takes only true, found 'false'"},
          {"faults: [{ at: 1h, dial: restart, value: 1 }]", "6:42: restart takes only true, found '1'"},
          {"faults: [{ at: 1h, dial: probe.version, value: [4] }]", "6:48: 'value' needs a single value"},
          {"faults: [{ at: 1h, dial: restart, value: true, ramp: 5m }]",
           "6:54: 'ramp' needs a number, which restart has not"},
          {"faults: [{ at: 1h, dial: probe.version, value: \"4\", wobble: { log_sd: 1 } }]",
           "6:61: 'wobble' needs a number, which probe.version has not"},
          {"faults: [{ at: 1h, dial: kv.leak, value: 1, wobble: { every: 5m } }]",
           "6:53: 'wobble' needs the key 'log_sd'"},
      });
}

TEST(WrongFault, TimesOfFaults) {
  expect_refused(base, {
                           {"faults: [{ at: 3h, dial: kv.leak, value: 1 }]",
                            "6:16: 'at' lies outside the run of 3h, found '3h'"},
                           {"faults: [{ at: -1h, dial: kv.leak, value: 1 }]", "6:16: 'at' expected a time"},
                           {"faults: [{ at: 2h, until: 2h, dial: kv.leak, value: 1 }]",
                            "6:27: 'until' must be later than 'at', found '2h'"},
                           {"faults: [{ at: always, until: 0, dial: kv.leak, value: 1 }]",
                            "6:31: 'until' must be later than 'at', found '0'"},
                           {"faults: [{ at: 2h, until: 4h, dial: kv.leak, value: 1 }]",
                            "6:27: 'until' lies outside the run of 3h, found '4h'"},
                           {"faults: [{ at: 1h, until: 90m, ramp: 40m, dial: kv.leak, value: 1 }]",
                            "6:38: 'ramp' is longer than the fault, which lasts 30m, found '40m'"},
                       });
}

TEST(WrongFault, Curves) {
  expect_refused(
      base,
      {
          {"faults: [{ at: 1h, dial: kv.leak, curve: [[0h, 1]] }]", "6:42: 'curve' needs 'by'"},
          {"faults: [{ at: 1h, dial: kv.leak, by: time }]", "6:39: 'by' needs a 'curve'"},
          {"faults: [{ at: 1h, dial: kv.leak, by: age, curve: [[0h, 1]] }]", "6:39: unknown by 'age'."},
          {"faults: [{ at: 1h, dial: kv.leak, value: 1, by: time, curve: [[0h, 1]] }]",
           "6:62: a fault has a 'value' or a 'curve', not both"},
          {"faults: [{ at: 1h, dial: kv.leak, by: time, curve: [] }]",
           "6:52: 'curve' needs a list of points"},
          {"faults: [{ at: 1h, dial: kv.leak, by: time, curve: [1, 2] }]",
           "6:53: a point of a curve is [x, value]"},
          {"faults: [{ at: 1h, dial: kv.leak, by: time, curve: [[1, 2]] }]", "6:54: 'curve' expected a time"},
          {"faults: [{ at: 1h, dial: kv.leak, by: served, curve: [[1h, 2]] }]",
           "6:56: 'curve' expected a number, found '1h'"},
          {"faults: [{ at: 1h, dial: kv.leak, by: time, curve: [[0h, 1], [0s, 2]] }]",
           "6:62: the x of a curve must rise"},
          {"faults: [{ at: 1h, dial: kv.leak, by: time, curve: [[0h, 1], [1h, 200]] }]",
           "6:67: 'curve' of kv.leak must lie between 0 and 100 blocks a request, found '200'"},
          {"faults: [{ at: 1h, dial: restart, by: time, curve: [[0h, 1]] }]", "6:52: restart takes no curve"},
          {"faults: [{ at: 1h, dial: load.rate, by: turn, curve: [[1, 1]] }]",
           "6:41: 'turn' cannot decide about load.rate"},
          {"faults: [{ at: 1h, dial: health.fail, by: turn, curve: [[1, 1]] }]",
           "6:43: 'turn' cannot decide about health.fail"},
      });
}

TEST(WrongFault, WhatADialDoesNotTake) {
  expect_refused(
      base,
      {
          {"faults: [{ at: 1h, dial: kv.leak, value: 1, share: 0.5 }]", "6:52: kv.leak takes no 'share'"},
          {"faults: [{ at: 1h, dial: load.rate, value: 2, share_by: key }]",
           "6:57: load.rate takes no 'share_by'"},
          {"faults: [{ at: 1h, dial: text.loop, value: 1, share: 1.5 }]",
           "6:54: 'share' expected a share from 0 to 1, found '1.5'"},
          {"faults: [{ at: 1h, dial: text.loop, value: 1, share_by: user }]",
           "6:57: unknown share_by 'user'."},
          {"faults: [{ at: 1h, dial: load.rate, value: 2, replicas: [a] }]",
           "6:57: 'replicas' cannot decide about load.rate"},
          {"faults: [{ at: 1h, dial: kv.leak, value: 1, replicas: [c] }]", "6:56: unknown replica 'c'."},
          {"faults: [{ at: 1h, dial: kv.leak, value: 1, replicas: [] }]",
           "6:55: 'replicas' is an empty list"},
          {"faults: [{ at: 1h, dial: kv.leak, value: 1, to: a }]", "6:49: 'to' is only for route.misroute"},
          {"faults: [{ at: 1h, dial: route.misroute, value: 1, to: a }]",
           "6:26: route.misroute needs endpoint: one"},
          {"faults: [{ at: 1h, dial: kv.leak, value: 1, sticky: { for: 5m } }]",
           "6:53: 'sticky' needs a 'when'"},
          {"faults: [{ at: 1h, dial: kv.leak, value: 1, when: { turn: 2 }, sticky: { for: ever } }]",
           "6:79: 'for' expected a time"},
          {"faults: [{ at: 1h, dial: load.rate, value: 1, when: { class: chat }, sticky: { for: 5m } }]",
           "6:78: load.rate takes no 'sticky'"},
      });
  expect_refused(
      routed,
      {
          {"faults: [{ at: 1h, dial: route.misroute, value: 1 }]", "6:10: route.misroute needs 'to'"},
          {"faults: [{ at: 1h, dial: route.misroute, value: 1, to: c }]", "6:56: unknown replica 'c'."},
      });
}

TEST(WrongFault, Conditions) {
  const std::string fault = base + "faults:\n  - at: 1h\n    value: 1\n";
  expect_refused(
      fault + "    dial: kv.leak\n",
      {
          {"    when: { clas: chat }", "10:13: unknown condition 'clas'. Did you mean 'class'?"},
          {"    when: { replica: a }", "10:13: 'replica' cannot decide about kv.leak"},
          {"    when: [chat]", "10:11: 'when' needs keys with values"},
          {"    when: { class: chatt }", "10:20: unknown class 'chatt'. Did you mean 'chat'?"},
          {"    when: { class: [chat, cod] }", "10:27: unknown class 'cod'. Did you mean 'code'?"},
          {"    when: { key: k3 }", "10:18: unknown client key 'k3'. Did you mean 'k1'?"},
          {"    when: { language: zh }", "10:23: unknown language 'zh'."},
          {"    when: { device: l2 }", "10:21: unknown device 'l2'. Did you mean 'l20'?"},
          {"    when: { zone: z2 }", "10:19: unknown zone 'z2'. Did you mean 'z1'?"},
          {"    when: { version: \"2\" }", "10:22: unknown version '2'."},
          {"    when: { effort: [low, hi] }", "10:27: unknown effort 'hi'."},
          {"    when: { prompt_tokens: \"=>4k\" }", "10:28: 'prompt_tokens' expected a comparison such as"},
          {"    when: { prompt_tokens: \">1h\" }", "10:28: 'prompt_tokens' expected a comparison"},
          {"    when: { idle: \">4k\" }", "10:19: 'idle' expected a comparison such as \">1h\""},
          {"    when: { stream: 1 }", "10:21: 'stream' expected true or false, found '1'"},
          {"    when: { prefix: full }", "10:21: unknown prefix 'full'."},
          {"    when: { hour: \"22-25\" }", "10:19: 'hour' expected hours such as \"22-4\""},
          {"    when: { hour: 22 }", "10:19: 'hour' expected hours"},
          {"    when: { weekday: Sunday }", "10:22: 'weekday' expected weekdays such as \"Sun\""},
          {"    when: { turn: 2, turn: 3 }", "10:22: the key 'turn' stands here twice"},
          {"    when: { turn: }", "10:19: 'turn' needs a single value"},
      });
  expect_refused(fault + "    dial: load.rate\n",
                 {
                     {"    when: { turn: 2 }", "10:13: 'turn' cannot decide about load.rate"},
                     {"    when: { running: 2 }", "10:13: 'running' cannot decide about load.rate"},
                 });
  expect_refused(
      fault + "    dial: history.dropped_by_client\n",
      {
          {"    when: { prefix: miss }", "10:13: 'prefix' cannot decide about history.dropped_by_client"},
      });
  expect_refused(fault + "    dial: health.fail\n",
                 {
                     {"    when: { class: chat }", "10:13: 'class' cannot decide about health.fail"},
                 });
}

}  // namespace foreshock::scenario::wrong_fault_test
