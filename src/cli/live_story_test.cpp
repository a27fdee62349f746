// Stories with clock: real, against real servers and through a real gateway.
#include "cli/live_story_test.h"

namespace foreshock::cli::live_story_test {

constexpr std::string_view load =
    "load: [{ class: chat, rate: 20/s, prompt_tokens: 100, output_tokens: 20, turns: 2, idle_between_turns: "
    "100ms }]\n";

TEST(LiveStory, RequestsReachTheReplicasAndAreMeasuredWithTheNumbersOfTheStory) {
  const auto story =
      story_of(fmt::format("length: 3s\nengine: {{ replicas: [{{ name: a }}, {{ name: b }}] }}\n{}", load));
  Kept kept;
  const auto result = run_live_story(story, 1, {.observations = kept});
  ASSERT_TRUE(result) << result.error().what();
  EXPECT_EQ(result->length_s, 3);
  EXPECT_GT(result->requests, 20);
  EXPECT_NEAR(static_cast<double>(kept.all.size()), static_cast<double>(result->requests), 4);
  std::map<std::string, int> replicas;
  for (const Observation& one : kept.all) {
    ++replicas[one.replica];
    if (one.state != TerminalState::ok || one.finish_reason == "length") continue;
    EXPECT_EQ(one.tokens.output, 20);
    EXPECT_EQ(one.tokens.prompt, one.turns > 2 ? 200 + 100 + 20 + 100 : 300) << one.turns;
    EXPECT_EQ(one.version, "fp_sim_1");
    ASSERT_TRUE(one.stamps.first_token);
    EXPECT_GT(seconds(*one.stamps.first_token - one.stamps.accepted), 0.01);
  }
  EXPECT_EQ(replicas.size(), 2u);
}

TEST(LiveStory, FaultsEventsAndImpatientUsersAreThere) {
  const auto story = story_of(fmt::format(R"(
length: 4s
engine: {{ replicas: [{{ name: a }}, {{ name: b }}] }}
{}clients: {{ timeout: 1s, retries: 1 }}
events: [{{ at: 2s, kind: model_version, to: "2", replicas: [a, b] }}]
faults:
  - {{ at: 0s, dial: error.5xx, value: 0.3, share_by: request }}
  - {{ at: 2s, dial: error.timeout, value: 0.4 }}
)",
                                          load));
  Kept kept;
  const auto result = run_live_story(story, 1, {.observations = kept});
  ASSERT_TRUE(result) << result.error().what();
  std::map<int, int> statuses;
  std::map<std::string, int> versions;
  int cancelled = 0;
  for (const Observation& one : kept.all) {
    ++statuses[one.status];
    if (!one.version.empty()) ++versions[one.version];
    cancelled += one.state == TerminalState::cancelled;
  }
  EXPECT_GT(statuses[500], 5);
  EXPECT_GT(versions["fp_sim_1"], 5);
  EXPECT_GT(versions["fp_sim_2"], 5);
  EXPECT_GT(cancelled, 2) << "who waits for an answer that never comes leaves after a second";
  EXPECT_GT(kept.all.size(), static_cast<size_t>(result->requests)) << "failed ones are tried again";
  EXPECT_GT(result->affected_requests(0, 4), 10);
}

TEST(LiveStory, AServiceWithOneAddressRoutesInsideAndNamesTheReplica) {
  const auto story = story_of(fmt::format(R"(
length: 3s
engine:
  endpoint: one
  replicas: [{{ name: s, pool: short }}, {{ name: l, pool: long }}]
  route: [{{ when: {{ turn: ">=2" }}, pool: long }}, {{ when: {{ turn: "<2" }}, pool: short }}]
{})",
                                          load));
  Kept kept;
  ASSERT_TRUE(run_live_story(story, 1, {.observations = kept}));
  int later = 0;
  for (const Observation& one : kept.all) {
    later += one.turns > 2;
    if (one.status == 200) {
      EXPECT_EQ(one.replica, one.turns > 2 ? "l" : "s");
    }
  }
  EXPECT_GT(later, 5);
}

TEST(LiveStory, ARestartResetsWhatRunsAndTheGatewayGoesOn) {
  const auto story = story_of(R"(
length: 10s
engine: { replicas: [{ name: a }, { name: b }], load_time: 1s }
load: [{ class: chat, rate: 20/s, prompt_tokens: 100, output_tokens: 60 }]
faults: [{ at: 1500ms, dial: restart, value: true, replicas: [a] }]
)");
  Kept kept;
  ASSERT_TRUE(run_live_story(story, 1, {.observations = kept}));
  int reset = 0, late_on_a = 0;
  for (const Observation& one : kept.all) {
    reset += one.replica == "a" && one.state == TerminalState::truncated;
    const double before_the_end = seconds(kept.all.back().stamps.end - one.stamps.end);
    late_on_a += one.replica == "a" && one.state == TerminalState::ok && before_the_end < 1;
  }
  EXPECT_GT(reset, 0);
  EXPECT_GT(late_on_a, 0);
}

}  // namespace foreshock::cli::live_story_test
