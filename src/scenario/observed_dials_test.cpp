// What the dials do to what scrapes, probes, health checks and ratings see.
#include <set>

#include "scenario/watch_test.h"

namespace foreshock::scenario::observed_dials_test {

using run_story_test::story_of;
using run_story_test::Watch;
using run_story_test::watch;

constexpr std::string_view service = R"(
length: 40m
history: 1m
text: 0
engine: { replicas: [{ name: a }, { name: b }], spec: { draft_length: 4, acceptance: 0.8 }, dns_ttl: 30s, load_time: 30s }
load: [{ class: chat, rate: 4/s, prompt_tokens: 200, output_tokens: 100 }]
probes: { every: 2m, questions: 20, planted_facts: 4 }
)";

// Healthy until 20 min, then FAULT until the end.
struct Story2 {
  explicit Story2(std::string_view fault, std::string_view more = "")
      : story(story_of(fmt::format("{}{}faults: [{{ at: 20m, {} }}]\n", service, more, fault))),
        seen(watch(story)) {}
  double before(std::string_view signal, const Stratum& stratum = {}) const {
    return seen.mean(story, signal, 0, 1200, stratum);
  }
  double after(std::string_view signal, const Stratum& stratum = {}) const {
    return seen.mean(story, signal, 1260, 2400, stratum);
  }
  double failing_after(double from) const {
    double failed = 0, all = 0;
    for (const Observation& one : seen.observations)
      if (seconds(one.stamps.end - story_start(story)) > from)
        ++all, failed += one.state != TerminalState::ok;
    return failed / all;
  }
  Story story;
  Watch seen;
};

TEST(ObservedDials, GaugesOfTheDeviceFollowTheirDials) {
  const Story2 clock("dial: gpu.clock, value: 0.5");
  EXPECT_EQ(clock.before("gpu_clock"), 1);
  EXPECT_EQ(clock.after("gpu_clock"), 0.5);
  const Story2 neighbour("dial: gpu.neighbour, value: 0.7, replicas: [a]");
  EXPECT_GT(neighbour.after("gpu_util", {"replica", "a"}),
            neighbour.before("gpu_util", {"replica", "a"}) + 0.1);
  const Story2 bandwidth("dial: bandwidth.share, value: 0.2");
  EXPECT_GT(bandwidth.after("dram_active"), bandwidth.before("dram_active"));
  EXPECT_LT(bandwidth.after("gpu_util"), bandwidth.before("gpu_util"));
  const Story2 host("dial: cpu.step_cost, value: 20");
  EXPECT_GT(host.after("cpu"), host.before("cpu") + 0.2);
}

TEST(ObservedDials, TheAcceptedLengthIsToldOfEachAnswer) {
  const Story2 decayed("dial: spec.acceptance, value: 0.4, when: { class: chat }");
  const auto usual = [](double p) { return (1 - std::pow(p, 5)) / (1 - p); };
  for (const Stratum& stratum : {Stratum{"class", "chat"}, Stratum{"prompt", "<1k"}}) {
    EXPECT_NEAR(decayed.before("accept_length", stratum), usual(0.8), 0.03) << stratum.dimension;
    EXPECT_NEAR(decayed.after("accept_length", stratum), usual(0.4), 0.03) << stratum.dimension;
  }
}

TEST(ObservedDials, TheJudgeIsSeen) {
  const Story2 starved("dial: spec.judge_share, value: 0.1");
  const double usual = (1 - std::pow(0.8, 5)) / 0.2;
  EXPECT_NEAR(starved.before("accept_length"), usual, 0.1);
  EXPECT_NEAR(starved.after("accept_length"), 0.1 * usual + 0.9, 0.1);
  const Story2 bypassed("dial: spec.judge_bypass, value: 0.8");
  EXPECT_LT(bypassed.after("judge_calls"), bypassed.before("judge_calls") * 0.5);
  EXPECT_NEAR(bypassed.after("probe_score"), 0.9 - 0.3 * 0.8, 0.06);
}

TEST(ObservedDials, KeyValueGaugesFollowTheirDials) {
  const Story2 fragmented("dial: kv.fragmentation, value: 0.6");
  EXPECT_NEAR(fragmented.before("kv_fragmentation"), 0.05, 1e-9);
  EXPECT_NEAR(fragmented.after("kv_fragmentation"), 0.6, 1e-9);
  const Story2 late("dial: kv.alloc_latency, value: 40");
  EXPECT_NEAR(late.after("kv_alloc_latency") - late.before("kv_alloc_latency"), 0.04, 1e-9);
  const Story2 leaking("dial: kv.leak, value: 4");
  EXPECT_GT(leaking.after("kv_use"), leaking.before("kv_use") + 0.05)
      << "4 blocks of 32,768 for each of 5,000";
  const Story2 livelock("dial: preempt.livelock, value: 0.5");
  EXPECT_LT(livelock.before("preemptions"), 0.01);
  EXPECT_GT(livelock.after("preemptions"), 1);
}

TEST(ObservedDials, LookUpsHealthAndScrapes) {
  const Story2 slow("dial: control.latency, value: 8000");
  EXPECT_NEAR(slow.before("lookup_time"), 0.005, 1e-9);
  EXPECT_NEAR(slow.after("lookup_time"), 8, 1e-9);
  const Story2 sick("dial: health.fail, value: 0.5");
  EXPECT_EQ(sick.before("health"), 1);
  EXPECT_NEAR(sick.after("health"), 0.5, 0.1);
  EXPECT_LT(sick.failing_after(1260), 0.01) << "while traffic flows";
  const Story2 late("dial: scrape.delay, value: 7");
  EXPECT_NEAR(late.after("scrape_time") - late.before("scrape_time"), 7, 1e-9);
  const Story2 gone("dial: metrics.vanish, value: true, replicas: [a]");
  EXPECT_EQ(gone.before("series_missing"), 0);
  EXPECT_EQ(gone.after("series_missing", {"replica", "a"}), 1);
  EXPECT_EQ(gone.after("series_missing", {"replica", "b"}), 0);
  for (const Sample& sample : gone.seen.samples)
    EXPECT_TRUE(sample.key.signal != "running" || sample.key.stratum.value != "a" ||
                seconds(sample.at - story_start(gone.story)) < 1205);
}

TEST(ObservedDials, NamesThatCannotBeLookedUpAreFeltAfterTheirTime) {
  const Story2 lost("dial: dns.fail, value: 1");
  double soon = 0;
  for (const Observation& one : lost.seen.observations) {
    const double at = seconds(one.stamps.end - story_start(lost.story));
    soon += at > 1200 && at < 1225 && one.state != TerminalState::ok && one.status != 429;
  }
  EXPECT_LT(soon, 4) << "names are still known";
  EXPECT_GT(lost.failing_after(1260), 0.99);
}

TEST(ObservedDials, ADeviceThatVanishesTakesItsReadingsAndLaterItsRequests) {
  const Story2 gone("dial: gpu.vanish, value: true");
  double within = 0;
  for (const Sample& sample : gone.seen.samples)
    within += sample.key.signal == "gpu_util" && seconds(sample.at - story_start(gone.story)) > 1206;
  EXPECT_EQ(within, 0);
  EXPECT_GT(gone.failing_after(1280), 0.99);
}

TEST(ObservedDials, MemoryAndHandlesRunOut) {
  // 6 GiB and 2 a second and replica: 64 GiB are full after 29 GiB-seconds; it restarts and begins anew.
  const Story2 growing("dial: rss.growth, value: 6.0e7");
  EXPECT_NEAR(growing.before("rss") / (1 << 30), 6, 0.01);
  double highest = 0, restarts = 0, last = 0;
  for (const Sample& sample : growing.seen.samples) {
    if (sample.key.signal != "rss" || sample.key.stratum != Stratum{"replica", "a"}) continue;
    highest = std::max(highest, sample.value);
    restarts += sample.value < last / 2;
    last = sample.value;
  }
  EXPECT_GT(highest, 60.0 * (1 << 30));
  EXPECT_GE(restarts, 1);
  const Story2 handles("dial: fd.growth, value: 10", "clients: { retries: 0 }\n");
  EXPECT_GT(handles.after("fds"), 2000);
  const Story full = story_of(
      "length: 60m\nhistory: 1m\ntext: 0\nengine: { replicas: [{ name: a }] }\nload: [{ class: chat, rate: "
      "4/s, "
      "prompt_tokens: 20, output_tokens: 5 }]\nfaults: [{ at: 0s, dial: fd.growth, value: 10 }]\n");
  const Watch refused = watch(full);
  EXPECT_NEAR(refused.share([](const Observation& one) { return one.state == TerminalState::truncated; }),
              1 - 6524.0 / 14400, 0.05);
}

TEST(ObservedDials, ProbesSeeAccuracyFactsAndTheirHarness) {
  const Story2 worse("dial: quality.accuracy, value: 0.6");
  EXPECT_NEAR(worse.before("probe_score"), 0.9, 0.04);
  EXPECT_NEAR(worse.after("probe_score"), 0.6, 0.07);
  EXPECT_GT(worse.after("planted_fact"), 0.93);
  const Story2 forgetful("dial: history.dropped_by_server, value: 1");
  // The first of four facts stands in the system's message.
  EXPECT_NEAR(forgetful.after("planted_fact"), 0.25, 0.08);
  const Story2 harder("dial: probe.score, value: 0.7");
  EXPECT_NEAR(harder.after("probe_score"), 0.63, 0.07);
  const Story2 renamed("dial: probe.version, value: \"7\"");
  EXPECT_NEAR(renamed.after("probe_score", {"probe_version", "7"}), 0.9, 0.04);
  const Story2 doubled("dial: probe.bos_double, value: true");
  EXPECT_NEAR(doubled.after("probe_tokens_per_char") / doubled.before("probe_tokens_per_char"), 1 + 1 / 100.0,
              0.01);
  const Story2 unsure("dial: first_token.entropy, value: 5");
  EXPECT_NEAR(unsure.after("tle") - unsure.before("tle"), 5, 0.2);
}

TEST(ObservedDials, PeopleRateRetryAndMultiply) {
  const Story2 happier("dial: client.thumbs_up, value: 0.97", "clients: { feedback: 0.5 }\n");
  EXPECT_NEAR(happier.before("thumbs_up"), 0.85, 0.03);
  EXPECT_NEAR(happier.after("thumbs_up"), 0.97, 0.02);
  const Story2 more("dial: load.users, value: 3");
  std::set<std::string> before, after;
  for (const Observation& one : more.seen.observations)
    (seconds(one.stamps.accepted - story_start(more.story)) < 1200 ? before : after).insert(one.key);
  EXPECT_EQ(before.size(), 1u);
  EXPECT_EQ(after.size(), 3u);
}

TEST(ObservedDials, HistoriesBreakInSerialisationWhereThereIsOne) {
  const Story story = story_of(
      "length: 30m\ntext: 0\nengine: { replicas: [{ name: a }] }\nload: [{ class: chat, rate: 4/s, "
      "prompt_tokens: 200, "
      "output_tokens: 50, turns: 3, idle_between_turns: 1s }]\nfaults: [{ at: always, dial: "
      "history.malformed, value: 0.4 "
      "}]\n");
  const Watch seen = watch(story);
  double refused = 0, later = 0;
  for (const Observation& one : seen.observations) {
    later += one.turns > 2;
    refused += one.status == 400;
    EXPECT_TRUE(one.turns > 2 || one.status != 400);
  }
  EXPECT_NEAR(refused / later, 0.2, 0.03) << "half of them";
}

TEST(ObservedDials, WhoeverLeavesIsNotForgottenByAnEngineThatIgnoresIt) {
  const Story story = story_of(R"(
length: 40m
history: 1m
text: 0
engine: { replicas: [{ name: a }] }
load: [{ class: chat, rate: 1/s, prompt_tokens: 100, output_tokens: 300 }]
clients: { timeout: 2s, retries: 0 }
faults: [{ at: 20m, dial: cancel.ignored, value: true }]
)");
  const Watch seen = watch(story);
  // 1,024 tokens at 80 a second instead of 2 s.
  EXPECT_NEAR(seen.mean(story, "running", 0, 1200), 2, 0.3);
  EXPECT_GT(seen.mean(story, "running", 1260, 2400), 10);
  EXPECT_GT(seen.share([](const Observation& one) { return one.state == TerminalState::cancelled; }), 0.9);
}

TEST(ObservedDials, OnlyEventsThatSomebodyPostsAreTold) {
  const Story story =
      story_of(fmt::format("{}events:\n  - {{ at: 5m, kind: product_release, text: new }}\n  - {{ at: 6m, "
                           "kind: config_change, replicas: [a] }}\n",
                           service));
  const Watch seen = watch(story);
  ASSERT_EQ(seen.events.size(), 1u);
  EXPECT_EQ(seen.events[0].kind, EventKind::product_release);
  EXPECT_EQ(seen.events[0].about, "new");
  EXPECT_EQ(seconds(seen.events[0].at - story_start(story)), 300);
}

TEST(ObservedDials, AffectedRequestsAreThoseThatAFaultMet) {
  const Story story = story_of(fmt::format(
      "{}faults: [{{ at: 20m, until: 30m, dial: itl.factor, value: 2, share: 0.25, replicas: [a] }}]\n",
      service));
  Watch seen;
  const StoryResult result = run_story(story, 1, seen.sinks());
  EXPECT_EQ(result.affected_requests(0, 1199), 0);
  EXPECT_NEAR(static_cast<double>(result.affected_requests(1200, 1800)), 600 * 4 * 0.5, 100)
      << "drawn by the share or not";
  EXPECT_EQ(result.affected_requests(0, 2400), result.affected_requests(1200, 1805));
}

}  // namespace foreshock::scenario::observed_dials_test
