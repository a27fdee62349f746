#include "scenario/run_story_test.h"

#include <map>

namespace foreshock::scenario::run_story_test {

TEST(RunStory, FirstTokenAndRateAreThoseOfThePreset) {
  const Story story =
      story_of(fmt::format("length: 4h\nengine: {{ replicas: [{{ name: a }}, {{ name: b }}] }}\n{}", light));
  Kept kept;
  const StoryResult result = run_story(story, 1, {.observations = kept});
  EXPECT_EQ(result.length_s, 14400);
  EXPECT_NEAR(static_cast<double>(result.requests), 14400, 3 * 120);
  // About 0.6 requests run on a replica: steps are a little longer than those of one stream.
  EXPECT_NEAR(median(kept.all, story, 0, 14400, first_token, everything), 0.14, 0.14 * 0.06);
  EXPECT_NEAR(median(kept.all, story, 0, 14400, between_tokens, everything), 0.0125 * 1.01, 0.0125 * 0.03);
  const Observation& one = kept.all[1000];
  EXPECT_EQ(one.tokens.prompt, 2000);
  EXPECT_EQ(one.request_class, "chat");
  EXPECT_EQ(one.gaps.count(), 99);
  EXPECT_EQ(one.finish_reason, "stop");
}

TEST(RunStory, TheSameSeedGivesTheSameAndAnotherDoesNot) {
  const Story story =
      story_of(fmt::format("length: 10m\nengine: {{ replicas: [{{ name: a }}] }}\n{}", light));
  const auto ends = [&story](uint64_t seed) {
    std::vector<Instant> out;
    for (const auto& one : play(story, seed)) out.push_back(one.stamps.end);
    return out;
  };
  EXPECT_EQ(ends(5), ends(5));
  EXPECT_NE(ends(5), ends(6));
}

TEST(RunStory, OneFaultDoesNotChangeWhatAnotherClassAsksFor) {
  const std::string text = R"(
length: 10m
engine: { replicas: [{ name: a }] }
load:
  - { class: x, rate: 1/s, arrivals: bursty, prompt_tokens: { median: 100, log_sd: 1 }, output_tokens: 10 }
  - { class: y, rate: 1/s, prompt_tokens: { median: 100, log_sd: 1 }, output_tokens: 10 }
)";
  const auto of_x = [](const Story& story) {
    std::map<Instant, std::optional<int64_t>> out;
    for (const auto& one : play(story))
      if (one.request_class == "x") out[one.stamps.accepted] = one.tokens.prompt;
    return out;
  };
  const auto plain = of_x(story_of(text));
  EXPECT_GT(plain.size(), 300u);
  EXPECT_EQ(plain,
            of_x(story_of(text + "faults: [{ at: 5m, dial: load.rate, value: 3, when: { class: y } }]\n")));
}

TEST(RunStory, TheRateOfTheLoadFollowsItsDial) {
  const Story story =
      story_of(fmt::format("length: 2h\nengine: {{ replicas: [{{ name: a }}] }}\n{}faults: [{{ at: 1h, dial: "
                           "load.rate, value: 2 }}]\n",
                           light));
  double before = 0, after = 0;
  for (const auto& one : play(story)) ++(began(one, story) < 3600 ? before : after);
  EXPECT_NEAR(before, 3600, 4 * 60);
  EXPECT_NEAR(after, 7200, 4 * 85);
}

TEST(RunStory, SessionsGrowAndFindTheirPrefix) {
  const Story story = story_of(R"(
length: 1h
engine: { replicas: [{ name: a }, { name: b }] }
load: [{ class: chat, rate: 1/s, turns: 4, prompt_tokens: 500, output_tokens: 100, system_tokens: 0 }]
faults: [{ at: 30m, dial: prefix.hit, value: 0 }]
)");
  double hits = 0, later_turns = 0, all = 0, missed = 0, second_turns = 0, grown = 0;
  for (const auto& one : play(story)) {
    if (one.state != TerminalState::ok) continue;
    if (began(one, story) > 1800) {
      missed += one.prefix == foreshock::Prefix::hit;
      continue;
    }
    ++all;
    second_turns += one.turns == 4;
    grown += one.turns == 4 && one.tokens.prompt == 1100;
    later_turns += one.turns > 2;
    hits += one.prefix == foreshock::Prefix::hit;
  }
  EXPECT_NEAR(all, 1800, 4 * 85) << "the rate counts requests, not sessions";
  EXPECT_NEAR(later_turns / all, 0.75, 0.04);
  EXPECT_NEAR(hits / later_turns, 0.95, 0.02) << "0.05 of the free blocks lie in short runs";
  EXPECT_GT(grown / second_turns, 0.98) << "but for those whose first turn failed";
  EXPECT_EQ(missed, 0);
}

std::string dip(std::string_view clients) {
  return fmt::format(R"(
length: 1h
text: 0.05
engine: {{ replicas: [{{ name: a }}, {{ name: b }}], max_running: 48, queue: 2000 }}
load: [{{ class: chat, rate: 24/s, prompt_tokens: 400, output_tokens: 100 }}]
clients: {{ timeout: 8s, {} }}
faults: [{{ at: 20m, until: 25m, dial: decode.rate, value: 0.4 }}]
)",
                     clients);
}

struct Failures {
  double before, long_after;
};

// Shares of the attempts that did not end well: before the dip, and from 20 minutes after it.
Failures failures(const std::string& text) {
  const Story story = story_of(text);
  double failed[2] = {}, all[2] = {};
  for (const auto& one : play(story)) {
    const double at = began(one, story);
    if (at > 1190 && at < 2700) continue;
    ++all[at >= 2700];
    failed[at >= 2700] += one.state != TerminalState::ok;
  }
  return {failed[0] / all[0], failed[1] / all[1]};
}

TEST(RunStory, RetriesMakeAnAvalancheThatOutlivesTheDipOfCapacity) {
  const Failures eager = failures(dip("retries: 4, backoff: none")), patient = failures(dip("retries: 0"));
  EXPECT_LT(eager.before, 0.02);
  EXPECT_GT(eager.long_after, 0.5);
  EXPECT_LT(patient.before, 0.02);
  EXPECT_LT(patient.long_after, 0.02);
}

TEST(RunStory, EveryAttemptIsObservedAndEveryRequestCountedOnce) {
  const Story story = story_of(R"(
length: 1h
history: 0s
engine: { replicas: [{ name: a }] }
load: [{ class: chat, rate: 1/s, prompt_tokens: 100, output_tokens: 50 }]
clients: { retries: 1 }
faults: [{ at: 0s, dial: error.5xx, value: 0.5 }]
)");
  StorySummary summary;
  const StoryResult result = run_story(story, 1, {.observations = summary});
  const auto requests = static_cast<double>(result.requests);
  EXPECT_NEAR(requests, 3600, 240);
  EXPECT_NEAR(static_cast<double>(summary.attempts()), requests * 1.5, requests * 0.05);
  EXPECT_NEAR(static_cast<double>(summary.count(TerminalState::inband_error)), requests * 0.75,
              requests * 0.05);
}

TEST(RunStory, UsersOfAClosedLoopWaitForTheirAnswers) {
  const Story story = story_of(R"(
length: 1h
engine: { replicas: [{ name: a }] }
load: [{ class: chat, users: 10, think: 5s, prompt_tokens: 100, output_tokens: 100 }]
)");
  StorySummary summary;
  const StoryResult result = run_story(story, 1, {.observations = summary});
  double sum = 0;
  for (const auto& one : play(story)) {
    EXPECT_LE(one.concurrency, 10);
    sum += seconds(one.stamps.end - one.stamps.accepted);
  }
  const double mean = sum / static_cast<double>(result.requests);
  EXPECT_NEAR(static_cast<double>(result.requests), 3600 * 10 / (5 + mean), 200);
}

}  // namespace foreshock::scenario::run_story_test
