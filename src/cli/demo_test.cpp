#include "cli/demo.h"

#include <gtest/gtest.h>

#include "scenario/read_story.h"
#include "scenario/run_story.h"
#include "scenario/story_clock.h"
#include "signals/series_of.h"
#include "signals/signal.h"

namespace foreshock::cli::demo_test {

using namespace std::chrono_literals;

// The clock stands so that of the long blocks of time the fewest were seen when what is usual was worked out.
constexpr Instant taught_at{1'796'072'700s};

struct Pages final : flow::Journal {
  void keep(const Finding&) override { ++findings; }
  void keep(const Event&) override {}
  void keep(const Diagnosis&) override {}
  void keep(const Page& page) override { pages.push_back(page); }
  void keep(const Action&) override {}
  void keep(const Verdict&) override {}
  int findings = 0;
  std::vector<Page> pages;
};

// Tells a loop of a story LATER than it plays.
struct Feed final : ObservationSink {
  Feed(flow::Loop& to, Duration by) : loop(to), later(by) {}
  void take(const Observation& observation) override {
    SampleGrid grid = signals::series_of(observation);
    grid.at += later;
    loop.advance(grid.at);
    loop.take(grid);
  }
  flow::Loop& loop;
  const Duration later;
};

TEST(Demo, ThePolicyActsUnlessItIsToSuggestOrObserve) {
  Config untold, suggests, told;
  EXPECT_TRUE(set_for_demo(untold).empty());
  EXPECT_EQ(untold.mitigate.draft_length, Autonomy::act);
  suggests.mitigate.draft_length = Autonomy::suggest;
  set_for_demo(suggests);
  EXPECT_EQ(suggests.mitigate.draft_length, Autonomy::suggest);
  set_for_demo(told, Autonomy::observe);
  EXPECT_EQ(told.mitigate.draft_length, Autonomy::observe);
}

TEST(Demo, NamesWhatWasConfiguredAndDoesNotHoldInIt) {
  Config config;
  config.analysis.unit = 20s;
  config.mitigate.lease = 7min;
  config.analysis.lasting = 20s;  // as in the demo
  EXPECT_EQ(set_for_demo(config), std::vector<std::string>{"analysis.unit"});
}

TEST(Demo, WhatIsTaughtIsEnoughToFindWhatGoesWrongWithinAMinute) {
  Config config;
  set_for_demo(config);
  Pages journal;
  flow::Loop loop(std::make_shared<SignalCatalog>(signals::signal_specs()),
                  loop_options(config.analysis, config.mitigate), {journal}, 1);
  demo_lesson()(loop, taught_at, [] { return true; });
  EXPECT_EQ(journal.findings, 0) << "nothing is wrong in the lesson";
  const scenario::Story story = scenario::read_story(R"(
scenario: slow
history: 0s
length: 90s
engine:
  preset: large
  version: fp_sim_1.8
  replicas: [{ name: replica-a }, { name: replica-b }]
  spec: { draft_length: 10, acceptance: 0.5, judge_slots: 32 }
load: [{ class: chat, rate: 4/s, prompt_tokens: 600, output_tokens: 200, turns: 1 }]
faults: [{ at: 30s, dial: spec.judge_share, value: 0.05 }]
)",
                                                     "demo_test")
                                    .value();
  Feed feed(loop, taught_at - scenario::story_start(story));
  scenario::run_story(story, 2, {.observations = feed});
  ASSERT_EQ(journal.pages.size(), 1U);
  EXPECT_GT(journal.pages[0].lead.onset, taught_at + 25s);
  EXPECT_LT(journal.pages[0].at, taught_at + 90s);
}

}  // namespace foreshock::cli::demo_test
