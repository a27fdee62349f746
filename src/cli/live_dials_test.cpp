// Dials that act before, behind or beside the replicas of a story in real time: each is seen to show.
#include "cli/live_story_test.h"

namespace foreshock::cli::live_dials_test {

using live_story_test::Kept;
using live_story_test::mean;
using live_story_test::story_of;

constexpr std::string_view two = "engine: { accuracy: 1, replicas: [{ name: a }, { name: b }] }\n";
constexpr std::string_view brief =
    "load: [{ class: chat, rate: 30/s, prompt_tokens: 100, output_tokens: 5, system_tokens: 0 }]\n";

void play(const std::string& text, Kept& kept) {
  const auto result =
      run_live_story(story_of(text), 1, {.observations = kept, .series = &kept, .events = &kept});
  ASSERT_TRUE(result) << result.error().what();
}

TEST(LiveDials, UsersRateAnswersAsTheDialSays) {
  Kept kept;
  play(fmt::format("length: 3s\n{}{}clients: {{ feedback: 1, thumbs_up: 1 }}\nfaults: [{{ at: 0s, dial: "
                   "client.thumbs_up, value: 0, replicas: [b] }}]\n",
                   two, brief),
       kept);
  const auto all = kept.values("thumbs_up");
  EXPECT_GT(all.size(), 40u);
  EXPECT_NEAR(static_cast<double>(all.size()), static_cast<double>(kept.all.size()), 6);
  EXPECT_GT(mean(kept.values("thumbs_up", {"replica", "a"})), 0.9) << "but for what is broken";
  EXPECT_EQ(mean(kept.values("thumbs_up", {"replica", "b"})), 0);
  EXPECT_EQ(mean(kept.values("thumbs_up", {"version", "fp_sim_1"})), mean(all));
}

std::string probed(std::string_view faults) {
  return fmt::format("length: 3s\n{}{}probes: {{ every: 1s, questions: 10, planted_facts: 3 }}\n{}", two,
                     brief, faults);
}

TEST(LiveDials, ProbesFindEveryReplicaWell) {
  Kept kept;
  play(probed(""), kept);
  for (const char* replica : {"a", "b"}) {
    EXPECT_GT(kept.values("probe_score", {"replica", replica}).size(), 4u);
    EXPECT_GT(mean(kept.values("probe_score", {"replica", replica})), 0.85);
    EXPECT_GT(kept.values("planted_fact", {"replica", replica}).size(), 1u);
    EXPECT_GT(mean(kept.values("planted_fact", {"replica", replica})), 0.7);
  }
  EXPECT_EQ(kept.values("probe_score", {"probe_version", "1"}).size(), kept.values("probe_score").size());
  EXPECT_EQ(kept.values("tle").size(), kept.values("probe_tokens_per_char").size());
  EXPECT_GT(mean(kept.values("tle")), 0);
  EXPECT_LT(mean(kept.values("logprob_rank")), 0.1);
  EXPECT_NEAR(mean(kept.values("probe_tokens_per_char")), 0.25, 1e-9);
}

TEST(LiveDials, ProbesSeeWhatTheirHarnessAndTheModelDo) {
  Kept kept;
  play(probed(R"(
faults:
  - { at: 0s, dial: probe.score, value: 0, replicas: [a] }
  - { at: 0s, dial: probe.version, value: "2", replicas: [a] }
  - { at: 0s, dial: probe.bos_double, value: true, replicas: [a] }
  - { at: 0s, dial: quality.accuracy, value: 0, replicas: [b] }
  - { at: 0s, dial: history.dropped_by_server, value: 1, replicas: [b] }
  - { at: 0s, dial: logprob.drop_top, value: 1, replicas: [b] }
  - { at: 0s, dial: first_token.entropy, value: 8, replicas: [b] }
)"),
       kept);
  EXPECT_EQ(mean(kept.values("probe_score", {"replica", "a"})), 0);
  EXPECT_EQ(kept.values("probe_score", {"probe_version", "2"}).size(),
            kept.values("probe_score", {"replica", "a"}).size());
  EXPECT_GT(mean(kept.values("probe_tokens_per_char", {"replica", "a"})), 0.25);
  EXPECT_EQ(mean(kept.values("probe_score", {"replica", "b"})), 0);
  EXPECT_NEAR(mean(kept.values("planted_fact", {"replica", "b"})), 1 / 3.0, 0.2)
      << "only the one in the system's message";
  EXPECT_GT(mean(kept.values("logprob_rank", {"replica", "b"})), 0.9);
  EXPECT_LT(mean(kept.values("logprob_rank", {"replica", "a"})), 0.1);
  EXPECT_GT(mean(kept.values("tle", {"replica", "b"})), mean(kept.values("tle", {"replica", "a"})) + 2);
}

std::map<std::string, int> requests_by_replica(const Kept& kept) {
  std::map<std::string, int> requests;
  for (const Observation& one : kept.all) ++requests[one.replica];
  return requests;
}

TEST(LiveDials, RouteWeightDividesTheTrafficBetweenBackends) {
  Kept kept;
  play(fmt::format("length: 4s\n{}{}faults: [{{ at: 0s, dial: route.weight, value: 0.25, replicas: [a] }}]\n",
                   two, brief),
       kept);
  auto requests = requests_by_replica(kept);
  EXPECT_NEAR(requests["a"], 0.2 * static_cast<double>(kept.all.size()), 6);
}

TEST(LiveDials, ACanaryHasItsShare) {
  Kept kept;
  play(fmt::format("length: 4s\n{}{}canary: {{ replicas: [b], share: 0.1, at: 0s, decide_by: 4s }}\n", two,
                   brief),
       kept);
  auto requests = requests_by_replica(kept);
  EXPECT_NEAR(requests["b"], 0.1 * static_cast<double>(kept.all.size()), 6);
}

TEST(LiveDials, ASessionFindsItsContextAgain) {
  Kept kept;
  play(fmt::format("length: 4s\n{}load: [{{ class: chat, rate: 40/s, prompt_tokens: 100, output_tokens: 5, "
                   "system_tokens: 0, turns: 4, idle_between_turns: 100ms }}]\n",
                   two),
       kept);
  int later = 0, hits = 0;
  for (const Observation& one : kept.all) {
    if (one.turns < 3 || one.state != TerminalState::ok) continue;
    ++later;
    hits += one.tokens.cached.value_or(0) > 0;
  }
  EXPECT_GT(later, 50);
  // A twentieth of the possible hits is lost to kv.fragmentation.
  EXPECT_GT(hits, 0.8 * later);
}

// A brief request is over before the next second begins: its conditions hold as long as it runs.
TEST(LiveDials, DialsOfEnginesFollowTheRequestsThatRun) {
  Kept kept;
  play(R"(
length: 3s
engine: { replicas: [{ name: a }] }
load: [{ class: brief, rate: 4/s, arrivals: uniform, prompt_tokens: 100, output_tokens: 8 }]
faults: [{ at: 0s, dial: decode.rate, value: 0.25, when: { class: brief } }]
)",
       kept);
  int slow = 0, all = 0;
  for (const Observation& one : kept.all) {
    if (one.state != TerminalState::ok || one.token_events < 8) continue;
    ++all;
    slow += seconds(*one.stamps.last_token - *one.stamps.first_token) / 7 > 0.02;
  }
  EXPECT_GT(all, 5);
  EXPECT_GE(slow, all - 1) << "a token takes 50 ms and not 12.5, more or less";
}

TEST(LiveDials, PostedEventsAreToldAndOthersShow) {
  Kept kept;
  play(fmt::format(R"(
length: 2s
{}{}
events:
  - {{ at: 500ms, kind: maintenance, replicas: [a], text: planned }}
  - {{ at: 1s, kind: model_version, to: "2" }}
)",
                   two, brief),
       kept);
  ASSERT_EQ(kept.events.size(), 1u);
  EXPECT_EQ(kept.events[0].kind, EventKind::maintenance);
  EXPECT_EQ(kept.events[0].about, "planned");
  EXPECT_EQ(kept.events[0].scope, (Stratum{"replica", "a"}));
  EXPECT_EQ(kept.all.back().version, "fp_sim_2");
}

}  // namespace foreshock::cli::live_dials_test
