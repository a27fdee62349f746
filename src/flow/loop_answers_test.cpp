// What the loop does about what it found, and what becomes of that.
#include "flow/loop_test.h"

namespace foreshock::flow {
namespace loop_test {

using namespace std::chrono_literals;

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

TEST(Loop, WhatTheKillSwitchHeldBackIsNotTold) {
  House house(Autonomy::act);
  house.board.undo_all({"a person", false, {}}, house.now);
  starve(house);
  house.run(15min);
  ASSERT_EQ(house.notes.actions.size(), 1U);
  EXPECT_EQ(house.notes.actions[0].autonomy, Autonomy::observe) << "as what would have been done";
  EXPECT_TRUE(house.notes.verdicts.empty());
  EXPECT_TRUE(house.board.list(house.now).empty());
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

}  // namespace loop_test
}  // namespace foreshock::flow
