#include "mitigate/lease_board.h"

#include <thread>

#include <gmock/gmock.h>

#include "mitigate/mitigate_test.h"

namespace foreshock::mitigate::lease_board_test {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Instant start = test_start;
const Stratum on_a{"replica", "a"};

class LeaseBoardTest : public ::testing::Test {
 protected:
  std::optional<double> read(const RequestScope& request, Instant at) {
    return reader_.value(Dial::draft_length, request, at);
  }
  std::string refusal(const DialSetting& setting, const Warrant& warrant = person) {
    const auto set = board_.set(setting, warrant, start);
    EXPECT_FALSE(set);
    return set ? "" : set.error().text();
  }

  AuditLines audit_;
  LeaseBoard board_{audit_};
  DialReader reader_{board_};
};

TEST_F(LeaseBoardTest, NothingSetIsTheEnginesOwn) {
  EXPECT_EQ(read({}, start), std::nullopt);
  EXPECT_TRUE(board_.list(start).empty());
}

TEST_F(LeaseBoardTest, ALeaseHoldsUntilItsEndWithoutAnybodysHelp) {
  ASSERT_TRUE(board_.set(draft(2, start + 15min), policy, start));
  EXPECT_EQ(read({}, start), 2);
  EXPECT_EQ(read({}, start + 15min - 1ns), 2);
  EXPECT_EQ(read({}, start + 15min), std::nullopt);
  EXPECT_TRUE(board_.list(start + 15min).empty());
}

TEST_F(LeaseBoardTest, TheNarrowestScopeWinsAndFallsBackToTheWider) {
  ASSERT_TRUE(board_.set(draft(4, start + 1h), person, start));
  const auto set = board_.set(draft(1, start + 10min, on_a), person, start);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->previous, 4);
  ASSERT_TRUE(board_.set(draft(3, start + 1h, {"class", "chat"}), person, start));
  EXPECT_EQ(read({"m", "chat", "a"}, start), 1);
  EXPECT_EQ(read({"m", "chat", "b"}, start), 3);
  EXPECT_EQ(read({"m", "code", "b"}, start), 4);
  EXPECT_EQ(read({"m", "code", "a"}, start + 10min), 4);
}

TEST_F(LeaseBoardTest, AScopeMayBeLeftToTheEngine) {
  ASSERT_TRUE(board_.set(draft(2, start + 1h), person, start));
  ASSERT_TRUE(board_.set(draft(std::nullopt, start + 1h, on_a), person, start));
  EXPECT_EQ(read({"m", "", "a"}, start), std::nullopt);
  EXPECT_EQ(read({"m", "", "b"}, start), 2);
}

TEST_F(LeaseBoardTest, WhatTheEngineHasOfItselfIsKeptWhereItIsKnown) {
  DialSetting measured = draft(3, start + 1h);
  measured.previous = 10;
  ASSERT_TRUE(board_.set(measured, person, start));
  EXPECT_EQ(board_.list(start).front().setting.previous, 10);
  DialSetting on_replica = draft(1, start + 1h, on_a);
  on_replica.previous = 10;
  EXPECT_EQ(board_.set(on_replica, person, start)->previous, 3) << "a wider lease holds there";
}

TEST_F(LeaseBoardTest, ANewSettingTakesThePlaceOfTheOld) {
  ASSERT_TRUE(board_.set(draft(4, start + 1h), person, start));
  const auto set = board_.set(draft(2, start + 5min), person, start + 1min);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->previous, std::nullopt) << "what holds without the lease";
  ASSERT_EQ(board_.list(start + 1min).size(), 1U);
  EXPECT_EQ(read({}, start + 1min), 2);
  EXPECT_EQ(read({}, start + 5min), std::nullopt) << "the old lease is gone";
}

TEST_F(LeaseBoardTest, UndoEndsOneScopeOrAll) {
  ASSERT_TRUE(board_.set(draft(4, start + 1h), person, start));
  ASSERT_TRUE(board_.set(draft(1, start + 1h, on_a), person, start));
  ASSERT_TRUE(board_.undo("draft_length", on_a, person, start));
  EXPECT_EQ(read({"", "", "a"}, start), 4);
  EXPECT_FALSE(board_.undo("draft_length", on_a, person, start)) << "nothing runs there any more";
  ASSERT_TRUE(board_.undo("draft_length", std::nullopt, person, start));
  EXPECT_EQ(read({"", "", "a"}, start), std::nullopt);
}

TEST_F(LeaseBoardTest, TheKillSwitchEndsAllAndKeepsPoliciesOut) {
  ASSERT_TRUE(board_.set(draft(2, start + 1h), policy, start));
  ASSERT_TRUE(board_.set(draft(1, start + 1h, on_a), person, start));
  EXPECT_EQ(board_.undo_all(person, start), 2U);
  EXPECT_TRUE(board_.stopped());
  EXPECT_EQ(read({"", "", "a"}, start), std::nullopt);
  EXPECT_THAT(refusal(draft(2, start + 1h), policy), HasSubstr("automatic settings are stopped"));
  EXPECT_TRUE(board_.set(draft(3, start + 1h), person, start)) << "a person still may";
  ASSERT_TRUE(board_.undo("draft_length", std::nullopt, person, start));
  board_.release(person, start);
  EXPECT_TRUE(board_.set(draft(2, start + 1h), policy, start));
}

TEST_F(LeaseBoardTest, APolicyLeavesAloneWhatAPersonSet) {
  ASSERT_TRUE(board_.set(draft(5, start + 1h), person, start));
  EXPECT_THAT(refusal(draft(2, start + 1h), policy), HasSubstr("held by 'anna'"));
  EXPECT_EQ(read({}, start), 5);
  EXPECT_TRUE(board_.set(draft(2, start + 3h), policy, start + 1h)) << "once the person's lease has ended";
}

TEST_F(LeaseBoardTest, BadSettingsAreRefusedWithWhatIsWrong) {
  DialSetting unknown = draft(2, start + 1h);
  unknown.dial = "draft_lenght";
  EXPECT_THAT(refusal(unknown), HasSubstr("unknown dial 'draft_lenght'. Did you mean 'draft_length'?"));
  EXPECT_THAT(refusal(draft(17, start + 1h)), HasSubstr("a whole number from 0 to 16 tokens, found 17"));
  EXPECT_THAT(refusal(draft(1.5, start + 1h)), HasSubstr("found 1.5"));
  EXPECT_THAT(refusal(draft(std::nan(""), start + 1h)), HasSubstr("found nan"));
  EXPECT_THAT(refusal(draft(2, start + 25h)), HasSubstr("at most 1d, found 25h"));
  EXPECT_THAT(refusal(draft(2, start + 24h + 1s)), HasSubstr("at most 1d, found 86401s"));
  EXPECT_THAT(refusal(draft(2, start)), HasSubstr("found 0s"));
  EXPECT_THAT(refusal(draft(2, start + 1h, {"replicas", "a"})), HasSubstr("Did you mean 'replica'?"));
  EXPECT_THAT(refusal(draft(2, start + 1h, {"replica", ""})), HasSubstr("name of a replica"));
  EXPECT_TRUE(audit_.lines().empty());
  EXPECT_TRUE(board_.set(draft(2, start + 24h), person, start));
}

TEST_F(LeaseBoardTest, ALeaseEndsAtAWholeSecond) {
  const auto set = board_.set(draft(2, start + 1500ms), person, start);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->until, start + 2s);
}

TEST_F(LeaseBoardTest, EachDeedIsInTheAuditLog) {
  ASSERT_TRUE(board_.set(draft(2, start + 10min, on_a), policy, start));
  ASSERT_TRUE(board_.set(draft(3, start + 10min, on_a), person, start));
  ASSERT_TRUE(board_.undo("draft_length", on_a, person, start));
  ASSERT_TRUE(board_.set(draft(4, start + 10min), policy, start));
  board_.tick(start + 11min);
  board_.undo_all(person, start + 12min);
  board_.release(person, start + 13min);
  EXPECT_THAT(audit_.deeds(), ElementsAre("set", "set", "undo", "set", "expiry", "undo_all", "release"));
  const auto lines = audit_.lines();
  EXPECT_EQ(lines[0], nlohmann::json::parse(R"({"at":"2027-01-15T08:00:00.000Z","what":"set",
      "who":"draft_length","automatic":true,"dial":"draft_length","scope":{"replica":"a"},"from":null,"to":2.0,
      "until":"2027-01-15T08:10:00.000Z",
      "because":["action-0000000000000007","diagnosis-0000000000000003"]})"));
  EXPECT_EQ(lines[1].at("from"), 2.0) << "where it stood";
  EXPECT_EQ(lines[2].at("to"), nullptr);
  EXPECT_EQ(lines[4].at("at"), "2027-01-15T08:10:00.000Z") << "an expiry is written when it was";
  EXPECT_FALSE(lines[5].contains("dial"));
}

TEST_F(LeaseBoardTest, ReadersOnOtherThreadsSeeOnlyWhatWasSet) {
  std::atomic<bool> over{false};
  std::atomic<int> wrong{0};
  std::thread other([&] {
    DialReader reader(board_);
    while (!over) {
      const auto value = reader.value(Dial::draft_length, {"m", "", "a"}, start);
      if (value && *value != 3 && *value != 7) ++wrong;
    }
  });
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(board_.set(draft(i % 2 == 0 ? 3 : 7, start + 1h, on_a), person, start));
    if (i % 5 == 0) {
      ASSERT_TRUE(board_.undo("draft_length", std::nullopt, person, start));
    }
  }
  over = true;
  other.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace foreshock::mitigate::lease_board_test
