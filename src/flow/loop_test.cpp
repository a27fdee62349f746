#include "flow/loop_test.h"

namespace foreshock::flow {
namespace loop_test {

using namespace std::chrono_literals;

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
