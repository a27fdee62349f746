#include "flow/loop.h"

#include <array>
#include <cmath>
#include <random>

#include <gmock/gmock.h>

#include "mitigate/lease_board.h"

namespace foreshock::flow {
namespace loop_test {

using namespace std::chrono_literals;
constexpr Instant monday{std::chrono::seconds(1'767'571'200)};

constexpr std::array signals = {
    SignalSpec{"inter_token", "s", Direction::lower_is_better, Rollup::distribution, "", Watched::value,
               Wakes::when_worse, 1.2},
    SignalSpec{"degenerate", "ratio", Direction::lower_is_better, Rollup::mean, "", Watched::rate,
               Wakes::when_worse, 0.002},
    SignalSpec{"accept_length", "tokens", Direction::higher_is_better, Rollup::mean, "", Watched::value,
               Wakes::nobody, 1.15},
    SignalSpec{"judge_calls", "1/s", Direction::neutral, Rollup::mean, "", Watched::value, Wakes::nobody,
               1.5},
};

class Notes final : public Journal {
 public:
  void keep(const Finding& finding) override {
    for (Finding& known : findings)
      if (known.id == finding.id) known = finding;
    if (findings.empty() || findings.back().id < finding.id) findings.push_back(finding);
  }
  void keep(const Event& event) override { events.push_back(event); }
  void keep(const Diagnosis& diagnosis) override { diagnoses.push_back(diagnosis); }
  void keep(const Page& page) override {
    if (!pages.empty() && pages.back().id == page.id)
      pages.back() = page;
    else
      pages.push_back(page);
  }
  void keep(const Action& action) override { actions.push_back(action); }
  void keep(const Verdict& verdict) override { verdicts.push_back(verdict); }

  std::vector<Finding> findings;
  std::vector<Event> events;
  std::vector<Diagnosis> diagnoses;
  std::vector<Page> pages;
  std::vector<Action> actions;
  std::vector<Verdict> verdicts;
};

class Silent final : public AuditLog {
 public:
  void append(std::string_view) override {}
};

class OneWitness final : public Witnesses {
 public:
  Because of(const Finding&) override { return {Identity{Noun::observation, 26}}; }
};

// Two replicas, one request a second each, with a dial that steadies them when FACTOR_WITH_FEWER says so.
class House {
 public:
  explicit House(Autonomy autonomy, Wakes accept_length = Wakes::nobody)
      : signals_(signals_with(accept_length)),
        loop_(signals_, options(autonomy), {notes, &board, &pending, &witness}, 1) {}

  void run(Duration length) {
    std::normal_distribution<double> normal;
    std::bernoulli_distribution broken(share_broken);
    for (const Instant end = now + length; now < end; now += 500ms) {
      const bool fewer = !board.list(now).empty();
      SampleGrid grid;
      grid.at = now;
      const bool batch = std::bernoulli_distribution(share_of_batch)(random_);
      grid.strata = {{},
                     {"replica", seconds_ % 2 == 0 ? "a" : "b"},
                     {"version", version},
                     {"class", batch ? "batch" : "chat"}};
      grid.values = {
          {"inter_token", 0.02 * (fewer ? factor_with_fewer : factor) * std::exp(0.2 * normal(random_)), 1},
          {"degenerate", broken(random_) || (batch && random_() % 2 == 0) ? 1.0 : 0.0, 1}};
      ++seconds_;
      loop_.advance(now);
      loop_.take(grid);
      const double drawn = std::exp(0.05 * normal(random_));
      loop_.take(std::vector<Sample>{{{"accept_length", {}}, now, accepted * drawn, 1},
                                     {{"judge_calls", {}}, now, judged * drawn, 1}});
    }
  }

  Learning learning() const { return loop_.learning(); }

  double factor = 1, factor_with_fewer = 1, accepted = 3, judged = 100, share_broken = 0, share_of_batch = 0;
  std::string version = "1";
  Instant now = monday;
  Notes notes;
  Silent audit;
  mitigate::LeaseBoard board{audit};
  mitigate::PendingActions pending{board, audit};
  OneWitness witness;

 private:
  static LoopOptions options(Autonomy autonomy) {
    LoopOptions options;
    options.mitigate.draft_length = autonomy;
    return options;
  }

  static std::array<SignalSpec, 4> signals_with(Wakes accept_length) {
    auto changed = signals;
    changed[2].wakes = accept_length;
    return changed;
  }

  const std::array<SignalSpec, 4> signals_;
  Loop loop_;
  std::mt19937_64 random_{3};
  uint64_t seconds_ = 0;
};

void starve(House& house) {
  house.run(30h);
  ASSERT_TRUE(house.notes.pages.empty());
  house.version = "2";
  house.factor = 1.8;
  house.accepted = 1.1;
  house.judged = 5;
}

TEST(Loop, TheWholeSentence) {
  House house(Autonomy::act);
  starve(house);
  house.factor_with_fewer = 1.2;
  const Instant onset = house.now;
  house.run(20min);
  const Notes& notes = house.notes;
  ASSERT_EQ(notes.pages.size(), 1U);
  const Page& page = notes.pages[0];
  EXPECT_EQ(page.lead.series, (SeriesKey{"inter_token", {}}));
  EXPECT_EQ(page.lead.because, (Because{{Noun::observation, 26}}));
  EXPECT_LE(std::chrono::abs(page.lead.onset - onset), 20s);
  EXPECT_GE(page.at - onset, 2min);
  EXPECT_LE(page.at - onset, 4min);
  EXPECT_EQ(page.events.front().kind, EventKind::model_version);
  EXPECT_EQ(page.lead.severity, Severity::warning);
  EXPECT_EQ(page.lead.silence, Silence::none);
  EXPECT_EQ(page.diagnosis.causes.front().name, "judge_starvation");
  ASSERT_EQ(notes.actions.size(), 1U);
  EXPECT_EQ(notes.actions[0].because, Because{page.diagnosis.id});
  EXPECT_EQ(notes.actions[0].setting.dial, "draft_length");
  ASSERT_EQ(notes.verdicts.size(), 1U);
  EXPECT_EQ(notes.verdicts[0].decision, Decision::keep);
  EXPECT_EQ(notes.verdicts[0].because, Because{notes.actions[0].id});
  EXPECT_LT(notes.verdicts[0].effect.high, 0);
}

// Readings of engines come later than what requests show.
TEST(Loop, ACauseThatIsKnownLaterIsAnsweredTheSame) {
  House house(Autonomy::act);
  house.run(30h);
  house.factor = 1.8;
  house.run(4min);
  ASSERT_EQ(house.notes.pages.size(), 1U);
  const Page first = house.notes.pages[0];
  EXPECT_NE(first.diagnosis.causes.front().name, "judge_starvation");
  EXPECT_TRUE(house.notes.actions.empty());
  house.accepted = 1.1;
  house.judged = 5;
  house.factor_with_fewer = 1.2;
  house.run(15min);
  ASSERT_EQ(house.notes.pages.size(), 1U) << "the same page, not another";
  const Page& page = house.notes.pages[0];
  EXPECT_EQ(page.at, first.at);
  EXPECT_EQ(page.diagnosis.id, first.diagnosis.id);
  EXPECT_EQ(page.diagnosis.causes.front().name, "judge_starvation");
  ASSERT_EQ(house.notes.actions.size(), 1U);
  EXPECT_EQ(house.notes.actions[0].because, Because{page.diagnosis.id});
  ASSERT_EQ(house.notes.verdicts.size(), 1U);
  EXPECT_EQ(house.notes.verdicts[0].decision, Decision::keep);
}

TEST(Loop, WhatDoesNotHelpIsUndone) {
  House house(Autonomy::act);
  starve(house);
  house.factor_with_fewer = 2.6;
  house.run(8min);
  ASSERT_EQ(house.notes.verdicts.size(), 1U);
  EXPECT_EQ(house.notes.verdicts[0].decision, Decision::roll_back);
  EXPECT_TRUE(house.board.list(house.now).empty());
}

// Shorter drafts are accepted shorter: a page about accepted length is judged by what users feel.
TEST(Loop, AnActionIsJudgedByWhatUsersFeelThoughItWasNotFound) {
  House house(Autonomy::act, Wakes::when_worse);
  starve(house);
  house.factor = 1.02;
  house.factor_with_fewer = 0.5;
  house.run(20min);
  ASSERT_EQ(house.notes.pages.size(), 1U);
  EXPECT_EQ(house.notes.pages[0].lead.series.signal, "accept_length");
  ASSERT_EQ(house.notes.verdicts.size(), 1U);
  EXPECT_EQ(house.notes.verdicts[0].series.signal, "inter_token");
  EXPECT_EQ(house.notes.verdicts[0].decision, Decision::keep);
}

TEST(Loop, InObserveNothingIsTouched) {
  House house(Autonomy::observe);
  starve(house);
  house.run(10min);
  ASSERT_EQ(house.notes.actions.size(), 1U);
  EXPECT_EQ(house.notes.actions[0].autonomy, Autonomy::observe);
  EXPECT_TRUE(house.board.list(house.now).empty());
  EXPECT_TRUE(house.notes.verdicts.empty());
}

TEST(Loop, ASuggestionWaitsForAPerson) {
  House house(Autonomy::suggest);
  starve(house);
  house.run(5min);
  EXPECT_TRUE(house.board.list(house.now).empty());
  EXPECT_EQ(house.pending.pending(house.now).size(), 1U);
}

TEST(Loop, WhatAPersonApprovesIsJudged) {
  House house(Autonomy::suggest);
  starve(house);
  house.run(5min);
  EXPECT_TRUE(house.notes.verdicts.empty());
  house.factor_with_fewer = 1.2;
  ASSERT_EQ(house.notes.actions.size(), 1U);
  ASSERT_TRUE(house.pending.approve(house.notes.actions[0].id, "anna", house.now));
  house.run(20min);
  ASSERT_EQ(house.notes.verdicts.size(), 1U);
  EXPECT_EQ(house.notes.verdicts[0].decision, Decision::keep);
  EXPECT_EQ(house.notes.verdicts[0].because, Because{house.notes.actions[0].id});
}

TEST(Loop, TellsHowMuchOfWhatIsUsualIsKnown) {
  House house(Autonomy::observe);
  EXPECT_FALSE(house.learning().since);
  house.run(5min);
  EXPECT_EQ(house.learning().since, monday);
  EXPECT_EQ(house.learning().until, monday + 12h);
  EXPECT_THAT(house.learning().unknown, testing::Contains("inter_token"));
  EXPECT_THAT(house.learning().unknown, testing::Not(testing::Contains("degenerate")))
      << "200 requests were seen";
  EXPECT_LT(house.learning().known, house.learning().series);
  house.run(1h);
  EXPECT_THAT(house.learning().unknown, testing::IsEmpty());
  EXPECT_EQ(house.learning().known, house.learning().series);
}

TEST(Loop, WhatGoesAwayWakesNobody) {
  House house(Autonomy::observe);
  house.run(30h);
  house.factor = 4;
  house.run(40s);
  house.factor = 1;
  house.run(1h);
  ASSERT_FALSE(house.notes.findings.empty());
  EXPECT_EQ(house.notes.findings.front().silence, Silence::went_away);
  EXPECT_TRUE(house.notes.pages.empty());
}

TEST(Loop, WhereManyAreBrokenNobodyWaits) {
  House house(Autonomy::observe);
  house.run(30h);
  house.share_broken = 0.3;
  const Instant onset = house.now;
  house.run(5min);
  ASSERT_EQ(house.notes.pages.size(), 1U);
  EXPECT_LE(house.notes.pages[0].at - onset, 60s);
  EXPECT_EQ(house.notes.pages[0].lead.severity, Severity::severe);
  EXPECT_EQ(house.notes.pages[0].diagnosis.causes.front().name, "numeric_fault");
  EXPECT_TRUE(house.notes.pages[0].events.empty());
}

TEST(Loop, MoreRequestsOfAKindThatAlwaysFailsWakeNobody) {
  House house(Autonomy::observe);
  house.share_of_batch = 0.05;
  house.run(30h);
  house.share_of_batch = 0.6;
  house.run(20min);
  ASSERT_FALSE(house.notes.findings.empty());
  EXPECT_EQ(house.notes.findings.front().silence, Silence::only_the_mix);
  EXPECT_TRUE(house.notes.pages.empty());
}

TEST(Loop, AHealthyWeekIsQuiet) {
  House house(Autonomy::observe);
  house.run(24h * 7);
  EXPECT_TRUE(house.notes.pages.empty());
}

}  // namespace loop_test
}  // namespace foreshock::flow
