#include "diagnose/diagnose.h"

#include <map>

#include <gtest/gtest.h>

#include "diagnose/causes.h"
#include "diagnose/rank_events.h"

namespace foreshock::diagnose {
namespace diagnose_test {

using namespace std::chrono_literals;
constexpr Instant onset{std::chrono::seconds(1'800'000'000)};

// Totals only: how far each signal is from usual, in terms of what matters.
class Book final : public ShiftBook {
 public:
  explicit Book(std::map<std::string, double> shifts) : shifts_(std::move(shifts)) {}

  std::optional<Shift> shift(const SeriesKey& key, Instant, Instant) const override {
    const auto found = shifts_.find(key.signal);
    if (found == shifts_.end() || !key.stratum.dimension.empty()) return std::nullopt;
    return Shift{found->second, 0.05, 1000, 1};
  }
  double usual(const SeriesKey&, Instant) const override { return 10; }
  double moved(const SeriesKey&, double usual, double measure) const override { return usual + measure; }
  std::vector<std::string> values_of(std::string_view) const override { return {}; }

 private:
  std::map<std::string, double> shifts_;
};

Finding found(std::string signal, Change change, uint64_t number = 1) {
  Finding finding;
  finding.id = {Noun::finding, number};
  finding.series.signal = std::move(signal);
  finding.change = change;
  finding.onset = onset;
  return finding;
}

Event event(EventKind kind, Duration before, uint64_t number = 1) {
  Event event;
  event.id = {Noun::event, number};
  event.kind = kind;
  event.at = onset - before;
  return event;
}

Diagnosis diagnosed(const Finding& lead, std::vector<Event> events, std::map<std::string, double> shifts) {
  const Book book(std::move(shifts));
  const std::vector<Finding> findings{lead};
  return diagnose({lead, findings, events, book, onset + 2min});
}

TEST(Causes, AreThoseOfTheLanguageOfStories) {
  EXPECT_EQ(cause_kinds().size(), 52U);
  for (const CauseKind& kind : cause_kinds()) {
    EXPECT_FALSE(kind.what.empty()) << kind.name;
    EXPECT_FALSE(kind.advice.empty()) << kind.name;
    EXPECT_GT(kind.prior, 0) << kind.name;
  }
}

TEST(Diagnose, DraftsThatAreThrownAwayAreAStarvedJudge) {
  const auto diagnosis = diagnosed(found("inter_token", Change::rise), {},
                                   {{"accept_length", -3}, {"judge_calls", -4}, {"gpu_clock", 0}});
  ASSERT_FALSE(diagnosis.causes.empty());
  const Cause& first = diagnosis.causes.front();
  EXPECT_EQ(first.name, "judge_starvation");
  EXPECT_GT(first.probability, 0.5);
  EXPECT_EQ(first.evidence.front().statement, "accept_length fell (overall)");
  EXPECT_EQ(first.evidence.front().measured->standing, Standing::fell);
  EXPECT_EQ(first.evidence.front().measured->before, 10);
  EXPECT_EQ(first.evidence.front().measured->after, 7);
  EXPECT_EQ(diagnosis.because, (Because{{Noun::finding, 1}}));
}

// More run at once where each takes longer: that is no sign of too many.
TEST(Diagnose, AStarvedJudgeIsNotTakenForAFullBatch) {
  const auto diagnosis = diagnosed(
      found("inter_token", Change::rise), {},
      {{"accept_length", -3}, {"judge_calls", -4}, {"decode_rate", -3}, {"running", 3}, {"ttft", 2}});
  EXPECT_EQ(diagnosis.causes.front().name, "judge_starvation");
  EXPECT_GT(diagnosis.causes.front().probability, 0.5);
}

TEST(Diagnose, ANewVersionAtTheOnsetIsBlamedForASlowdownWithoutOtherSigns) {
  const auto diagnosis =
      diagnosed(found("inter_token", Change::rise), {event(EventKind::model_version, 10s)},
                {{"accept_length", 0}, {"gpu_clock", 0}, {"dram_active", 0}, {"gpu_util", 0}});
  EXPECT_EQ(diagnosis.causes.front().name, "version_regression");
  EXPECT_EQ(diagnosis.events, (std::vector<Identity>{{Noun::event, 1}}));
}

TEST(Diagnose, APriorAloneExplainsNothing) {
  const auto diagnosis = diagnosed(found("degenerate", Change::rise), {}, {});
  EXPECT_EQ(diagnosis.causes.front().name, "numeric_fault");
}

TEST(Diagnose, ProbabilitiesFallAndAddUpToNoMoreThanOne) {
  const auto diagnosis = diagnosed(found("ttft", Change::rise), {}, {{"queue_time", 3}, {"waiting", 2}});
  double sum = 0, last = 1;
  for (const Cause& cause : diagnosis.causes) {
    EXPECT_LE(cause.probability, last);
    last = cause.probability;
    sum += cause.probability;
  }
  EXPECT_LE(sum, 1 + 1e-9);
  EXPECT_EQ(diagnosis.causes.front().name, "queue_blocking");
}

TEST(RankEvents, TheNearestBeforeTheOnsetComesFirstAndWhatCameLongAfterIsNone) {
  const std::vector<Event> events{
      event(EventKind::product_release, 30min, 1), event(EventKind::model_version, 5s, 2),
      event(EventKind::config_change, -10min, 3), event(EventKind::restart, 5h, 4)};
  const auto ranked = rank_events(found("ttft", Change::rise), events);
  ASSERT_EQ(ranked.size(), 2U);
  EXPECT_EQ(ranked[0].event->id.number, 2U);
  EXPECT_EQ(ranked[1].event->id.number, 1U);
}

TEST(RankEvents, ASurgeComesAfterTheReleaseThatBroughtIt) {
  const std::vector<Event> events{event(EventKind::traffic_surge, 0s, 1),
                                  event(EventKind::product_release, 10min, 2)};
  const auto ranked = rank_events(found("error_rate", Change::rise), events);
  ASSERT_EQ(ranked.size(), 2U);
  EXPECT_EQ(ranked[0].event->kind, EventKind::product_release);
}

TEST(RankEvents, WhatTouchedAnotherReplicaCountsForLess) {
  Finding finding = found("ttft", Change::rise);
  finding.series.stratum = {"replica", "a"};
  Event elsewhere = event(EventKind::config_change, 5s, 1), here = event(EventKind::config_change, 60s, 2);
  elsewhere.scope = {"replica", "b"};
  here.scope = {"replica", "a"};
  const std::vector<Event> events{elsewhere, here};
  EXPECT_EQ(rank_events(finding, events).front().event->id.number, 2U);
}

}  // namespace diagnose_test
}  // namespace foreshock::diagnose
