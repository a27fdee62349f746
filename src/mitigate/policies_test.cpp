#include "mitigate/policies.h"

#include <gmock/gmock.h>

#include "core/catalog.h"
#include "mitigate/lease_board.h"
#include "mitigate/mitigate_test.h"

namespace foreshock::mitigate::policies_test {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

constexpr Instant start = test_start;
const Stratum on_a{"replica", "a"}, on_b{"replica", "b"};

Diagnosis diagnosis(std::string cause, double probability) {
  Diagnosis out;
  out.id.number = 3;
  out.causes.push_back({std::move(cause), probability, {}});
  return out;
}

class PoliciesTest : public ::testing::Test {
 protected:
  PoliciesTest() {
    situation_.scope = on_a;
    situation_.share = 0.5;
    situation_.engine.acceptance = 0.1;
    situation_.engine.draft_length = 5;
    options_.draft_length = Autonomy::act;
  }

  Answer ask(Instant now = start, const Diagnosis& of = diagnosis("judge_starvation", 0.9)) const {
    return answer(of, situation_, log_, options_, now);
  }
  // Answers, which must be an action, and notes it.
  Action act(Instant now = start) {
    const Answer out = ask(now);
    EXPECT_TRUE(out.action) << out.held_back;
    log_.note(*out.action, situation_.share);
    return *out.action;
  }

  Situation situation_;
  ActionLog log_;
  MitigateOptions options_;
};

TEST_F(PoliciesTest, AStarvedJudgeIsAnsweredWithAShorterDraft) {
  const Action action = act();
  EXPECT_EQ(action.policy, "draft_length");
  EXPECT_EQ(action.autonomy, Autonomy::act);
  EXPECT_EQ(action.setting.dial, "draft_length");
  EXPECT_EQ(action.setting.scope, on_a);
  EXPECT_EQ(action.setting.value, 1);
  EXPECT_EQ(action.setting.previous, 5);
  EXPECT_EQ(action.setting.until, start + 15min);
  EXPECT_EQ(action.because, Because{(Identity{Noun::diagnosis, 3})});
}

TEST_F(PoliciesTest, OnlyWhatAPolicyKnowsAndOnlyWhenItIsProbable) {
  EXPECT_TRUE(ask(start, diagnosis("draft_decay", 0.6)).action);
  EXPECT_FALSE(ask(start, diagnosis("kv_leak", 0.9)).action);
  EXPECT_FALSE(ask(start, diagnosis("judge_starvation", 0.4)).action);
  Diagnosis both = diagnosis("judge_starvation", 0.4);
  both.causes.push_back({"draft_decay", 0.3, {}});
  EXPECT_TRUE(ask(start, both).action) << "one answer to both, together probable";
  EXPECT_FALSE(ask(start, Diagnosis{}).action);
}

TEST_F(PoliciesTest, NothingToTurnIsNoActionAndNothingHeldBack) {
  situation_.engine.acceptance = 0.9;
  const Answer out = ask();
  EXPECT_FALSE(out.action);
  EXPECT_EQ(out.held_back, "");
}

TEST_F(PoliciesTest, ByDefaultAPolicyOnlyObserves) {
  options_ = {};
  EXPECT_EQ(act().autonomy, Autonomy::observe);
}

TEST_F(PoliciesTest, AScopeThatNoDialKnowsIsEverywhere) {
  situation_.scope = {"prompt", "4-16k"};
  situation_.share = 0.1;
  EXPECT_EQ(act().setting.scope, Stratum{});
  options_.blast_radius = Ratio{0.5};
  log_ = {};
  EXPECT_THAT(ask().held_back, HasSubstr("blast_radius")) << "everywhere is all of the traffic";
}

TEST_F(PoliciesTest, OneActionAScopeAtATime) {
  act();
  EXPECT_THAT(ask(start + 1min).held_back, HasSubstr("under way"));
  situation_.scope = {"class", "chat"};
  EXPECT_THAT(ask(start + 1min).held_back, HasSubstr("under way")) << "a class has requests on replica a";
  situation_.scope = on_b;
  EXPECT_TRUE(ask(start + 1min).action);
}

TEST_F(PoliciesTest, ItRestsAfterTheEndOfAnAction) {
  act();
  EXPECT_THAT(ask(start + 15min).held_back, HasSubstr("cool_down"));
  EXPECT_FALSE(ask(start + 25min - 1ns).action);
  EXPECT_TRUE(ask(start + 25min).action);
  log_.undone(on_a, start + 5min);
  EXPECT_TRUE(ask(start + 15min).action) << "an undone action has ended";
}

TEST_F(PoliciesTest, TheHourlyBudgetIsForAllScopes) {
  options_.hourly_budget = 1;
  act();
  situation_.scope = on_b;
  EXPECT_THAT(ask(start + 1min).held_back, HasSubstr("hourly_budget"));
  EXPECT_TRUE(ask(start + 1h).action);
}

TEST_F(PoliciesTest, ActionsUnderWayTogetherStayWithinTheBlastRadius) {
  options_.blast_radius = Ratio{0.9};
  act();
  situation_.scope = on_b;
  EXPECT_THAT(ask(start + 1min).held_back, HasSubstr("blast_radius"));
  situation_.share = 0.4;
  EXPECT_TRUE(ask(start + 1min).action);
}

TEST_F(PoliciesTest, AutonomySaysWhatIsDone) {
  AuditLines audit;
  LeaseBoard board(audit);
  PendingActions pending(board, audit);
  Action action = act();
  action.autonomy = Autonomy::observe;
  ASSERT_TRUE(carry_out(action, board, pending));
  EXPECT_TRUE(board.list(start).empty() && pending.pending(start).empty() && audit.lines().empty());
  action.autonomy = Autonomy::suggest;
  ASSERT_TRUE(carry_out(action, board, pending));
  EXPECT_TRUE(board.list(start).empty());
  EXPECT_EQ(pending.pending(start).size(), 1U);
  action.autonomy = Autonomy::act;
  ASSERT_TRUE(carry_out(action, board, pending));
  ASSERT_EQ(board.list(start).size(), 1U);
  EXPECT_TRUE(board.list(start)[0].warrant.automatic);
  board.undo_all(person, start);
  EXPECT_FALSE(carry_out(action, board, pending)) << "the kill switch holds";
}

TEST_F(PoliciesTest, ASuggestionWaitsForAPersonOrItsEnd) {
  AuditLines audit;
  LeaseBoard board(audit);
  PendingActions pending(board, audit);
  Action action = act();
  action.id.number = 7;
  pending.add(action);
  EXPECT_FALSE(pending.approve({Noun::action, 8}, "anna", start));
  ASSERT_TRUE(pending.approve(action.id, "anna", start + 10min));
  ASSERT_EQ(board.list(start + 10min).size(), 1U);
  EXPECT_EQ(board.list(start + 10min)[0].setting.until, start + 25min) << "as long as was suggested";
  EXPECT_EQ(board.list(start + 10min)[0].warrant.who, "anna");
  EXPECT_FALSE(pending.approve(action.id, "anna", start)) << "once";
  pending.add(action);
  ASSERT_TRUE(pending.decline(action.id, "anna", start));
  pending.add(action);
  EXPECT_TRUE(pending.pending(start + 15min).empty());
  EXPECT_FALSE(pending.approve(action.id, "anna", start + 15min)) << "it is over";
  EXPECT_THAT(audit.deeds(), ::testing::ElementsAre("approve", "set", "decline"));
}

TEST(PolicyTable, EachRowNamesADialAndCauses) {
  for (const PolicyRow& row : policies()) {
    EXPECT_NE(find_by_name(dials(), spec_of(row.dial).name), nullptr);
    EXPECT_FALSE(row.causes.empty());
    EXPECT_EQ(row.help.back(), '.');
    EXPECT_NE(row.value, nullptr);
  }
}

}  // namespace foreshock::mitigate::policies_test
