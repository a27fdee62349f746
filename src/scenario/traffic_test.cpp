#include "scenario/traffic.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "scenario/read_story.h"

namespace foreshock::scenario::traffic_test {

Story story_of(const std::string& load) {
  const auto story = read_story(
      "scenario: x\nlength: 14d\nengine: { replicas: [{ name: a }] }\nload: [{ class: chat, prompt_tokens: "
      "800, "
      "output_tokens: 120, " +
          load + " }]\n",
      "x.yaml");
  EXPECT_TRUE(story) << story.error().what();
  return *story;
}

std::vector<double> arrivals(const Story& story, double until) {
  Traffic traffic(story, 1);
  std::vector<double> out;
  double at = 0;
  while (at < until) {
    const auto next = traffic.arrival_after(0, at, at, 1);
    if (next && *next < until) out.push_back(*next);
    at = next.value_or(at + Traffic::horizon);
  }
  return out;
}

struct Gaps {
  double mean, variation;
};
Gaps gaps_of(const std::vector<double>& times) {
  double sum = 0, squares = 0;
  const auto count = static_cast<double>(times.size() - 1);
  for (size_t i = 1; i < times.size(); ++i) {
    const double gap = times[i] - times[i - 1];
    sum += gap;
    squares += gap * gap;
  }
  const double mean = sum / count;
  return {mean, std::sqrt(squares / count - mean * mean) / mean};
}

TEST(Traffic, EachKindOfArrivalHasItsMeanAndVariation) {
  struct Row {
    const char* kind;
    double variation;
  };
  for (const Row& row : {Row{"poisson", 1}, Row{"uniform", 0}, Row{"bursty", 2}}) {
    const Gaps gaps = gaps_of(arrivals(story_of(std::string("rate: 2/s, arrivals: ") + row.kind), 20000));
    EXPECT_NEAR(gaps.mean, 0.5, 0.02) << row.kind;
    EXPECT_NEAR(gaps.variation, row.variation, 0.05) << row.kind;
  }
}

TEST(Traffic, TheRateCountsRequestsNotSessions) {
  EXPECT_NEAR(gaps_of(arrivals(story_of("rate: 2/s, turns: 4"), 20000)).mean, 2, 0.1);
}

TEST(Traffic, DaysPeakAtThreeAndWeekEndsAreLow) {
  const auto times = arrivals(story_of("rate: 0.5/s, daily: 0.5, weekly: 0.5"), 14 * 86400);
  const auto count = [&times](double from_hour, double to_hour) {
    double sum = 0;
    for (const double at : times) sum += at >= from_hour * 3600 && at < to_hour * 3600;
    return sum / (to_hour - from_hour) / 1800;  // of the rate
  };
  EXPECT_NEAR(count(14, 16), 1.2 * 1.495, 0.12);
  EXPECT_NEAR(count(2, 4), 1.2 * 0.505, 0.08);
  EXPECT_NEAR(count(0, 24), 1.2, 0.03);
  EXPECT_NEAR(count(5 * 24, 7 * 24), 0.5, 0.02);
  EXPECT_NEAR(count(0, 14 * 24), 1, 0.01) << "over weeks the rate is the story's";
}

TEST(Traffic, SessionsTurnByTurnSendTheirHistory) {
  const Story story =
      story_of("rate: 1/s, turns: 3, system_tokens: 50, idle_between_turns: 40s, long_idle: 1");
  Traffic traffic(story, 1);
  Session session = traffic.new_session(0);
  EXPECT_EQ(session.turns, 3u);
  const Asked first = traffic.ask(session, 0, {});
  EXPECT_EQ(first.facts.prompt_tokens, 850);
  EXPECT_EQ(first.facts.idle, 0);
  session.history_tokens = 920;
  session.last_end = 5;
  std::set<double> pauses = {traffic.idle_before_next(session)};
  const Asked second = traffic.ask(session, 65, {});
  EXPECT_EQ(second.facts.turn, 2);
  EXPECT_EQ(second.facts.prompt_tokens, 50 + 920 + 800);
  EXPECT_EQ(second.facts.idle, 60);
  EXPECT_NE(second.facts.id, first.facts.id);
  pauses.insert(traffic.idle_before_next(session));
  EXPECT_EQ(pauses, (std::set<double>{40, 5400})) << "one long pause a session";
}

TEST(Traffic, QuantitiesAreLogNormalAroundTheirMedian) {
  const Story story = story_of("rate: 1/s, reasoning_tokens: { median: 1000, log_sd: 0.5 }");
  Traffic traffic(story, 1);
  double above = 0, within = 0;
  for (int i = 0; i < 4000; ++i) {
    Session session = traffic.new_session(0);
    const auto tokens = static_cast<double>(traffic.ask(session, 0, {}).reasoning_tokens);
    above += tokens > 1000;
    within += std::abs(std::log(tokens / 1000)) < 0.5;
  }
  EXPECT_NEAR(above / 4000, 0.5, 0.03);
  EXPECT_NEAR(within / 4000, 0.6827, 0.03);
}

}  // namespace foreshock::scenario::traffic_test
