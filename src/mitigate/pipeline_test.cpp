#include "mitigate/pipeline.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "mitigate/mitigate_test.h"

namespace foreshock::mitigate::pipeline_test {

using namespace std::chrono_literals;

constexpr Instant start = test_start;

// a, b, c in this order; b's engine takes no field.
class ThreeBackends final : public Router {
 public:
  Route choose(std::span<const size_t> tried) override {
    if (full) return {std::nullopt, true};
    for (size_t i = 0; i < 3; ++i)
      if (std::find(tried.begin(), tried.end(), i) == tried.end()) return {i};
    return {};
  }
  std::string_view name_of(size_t backend) const override { return names[backend]; }
  std::string_view kind_of(size_t backend) const override { return backend == 1 ? "vllm" : "llama_cpp"; }

  bool full = false;

 private:
  static constexpr std::array<std::string_view, 3> names = {"a", "b", "c"};
};

class PipelineTest : public ::testing::Test {
 protected:
  Next arrive(Pipeline& course) { return course.arrived({"m", "", true}, start); }
  static Send sent(const Next& next) {
    EXPECT_TRUE(std::holds_alternative<Send>(next)) << next.index();
    const Send* send = std::get_if<Send>(&next);
    return send == nullptr ? Send{} : *send;
  }
  static Refuse refusal(const Next& next) {
    EXPECT_TRUE(std::holds_alternative<Refuse>(next)) << next.index();
    const Refuse* refuse = std::get_if<Refuse>(&next);
    return refuse == nullptr ? Refuse{gone, {}} : *refuse;
  }

  static inline const Error gone{Code::backend_broken, "gone"};
  ThreeBackends router_;
  AuditLines audit_;
  LeaseBoard board_{audit_};
  DialReader dials_{board_};
  Pipeline course_{router_, &dials_};
};

TEST_F(PipelineTest, APlainRequestPasses) {
  const Send send = sent(arrive(course_));
  EXPECT_EQ(send.backend, 0U);
  EXPECT_FALSE(send.fresh || send.change);
  EXPECT_TRUE(std::holds_alternative<Wait>(course_.first_byte()));
  EXPECT_TRUE(std::holds_alternative<Wait>(course_.answer_began()));
  EXPECT_TRUE(std::holds_alternative<Done>(course_.answered(start)));
  EXPECT_EQ(course_.trail(), "pass; route=a");
}

TEST_F(PipelineTest, ARefusingBackendIsFollowedByTheNextAndAtLastByAnError) {
  arrive(course_);
  EXPECT_EQ(sent(course_.refused(gone, start)).backend, 1U);
  EXPECT_EQ(sent(course_.refused(gone, start)).backend, 2U);
  EXPECT_EQ(course_.trail(), "pass; route=c; retries=2");
  const Refuse refuse = refusal(course_.refused(Error(Code::backend_unreachable, "c is down"), start));
  EXPECT_EQ(refuse.error.what(), "c is down") << "the last reason";
  EXPECT_TRUE(refuse.end.cut);
  EXPECT_FALSE(refuse.end.reset_reused);
}

TEST_F(PipelineTest, AReusedConnectionThatDiesInSilenceIsTriedOnceMoreAndFresh) {
  arrive(course_);
  const Send again = sent(course_.lost(gone, true, start));
  EXPECT_EQ(again.backend, 0U);
  EXPECT_TRUE(again.fresh);
  const Refuse refuse = refusal(course_.lost(gone, false, start));
  EXPECT_TRUE(refuse.end.reset_reused && refuse.end.cut);
}

TEST_F(PipelineTest, WhereThereIsNoRoomTheNextIsAsked) {
  RetryBudget retries({Ratio{0.5}, 1});
  Pipeline course(router_, &dials_, &retries);
  arrive(course);
  course.first_byte();
  EXPECT_EQ(sent(course.busy(start)).backend, 1U);
  EXPECT_EQ(course.trail(), "pass; route=b; retries=1");
  course.first_byte();
  EXPECT_TRUE(std::holds_alternative<Wait>(course.busy(start))) << "the budget is used up";
  EXPECT_TRUE(std::holds_alternative<Wait>(course.answer_began()));
  Pipeline second(router_, &dials_, &retries), third(router_, &dials_, &retries);
  arrive(second);
  EXPECT_TRUE(std::holds_alternative<Wait>(second.busy(start))) << "half a retry is none";
  arrive(third);
  EXPECT_EQ(sent(third.busy(start)).backend, 1U) << "two requests make one";
}

TEST_F(PipelineTest, WhereNobodyHasRoomTheLastAnswerPasses) {
  RetryBudget retries({Ratio{1}, 10});
  Pipeline course(router_, nullptr, &retries);
  arrive(course);
  course.busy(start);
  course.busy(start);
  EXPECT_TRUE(std::holds_alternative<Wait>(course.busy(start)));
  EXPECT_EQ(course.trail(), "pass; route=c; retries=2");
}

TEST_F(PipelineTest, WhereAllAreFullItWaitsForItsTurn) {
  router_.full = true;
  EXPECT_TRUE(std::holds_alternative<Queue>(arrive(course_)));
  Pipeline late = course_;
  EXPECT_EQ(sent(course_.has_room(1, start)).backend, 1U);
  EXPECT_EQ(course_.trail(), "pass; route=b");
  EXPECT_TRUE(std::holds_alternative<Queue>(course_.refused(gone, start))) << "the others are still full";
  EXPECT_EQ(sent(course_.has_room(0, start)).backend, 0U);
  const Refuse refuse = refusal(late.kept_waiting(Error(Code::overloaded, "full"), 5s));
  EXPECT_TRUE(refuse.end.shed);
  EXPECT_EQ(refuse.retry_after, 5s);
  EXPECT_EQ(late.trail(), "pass");
}

TEST_F(PipelineTest, ABusyAnswerPassesWhereTheOthersAreFull) {
  RetryBudget retries({Ratio{1}, 10});
  Pipeline course(router_, nullptr, &retries);
  arrive(course);
  router_.full = true;
  EXPECT_TRUE(std::holds_alternative<Wait>(course.busy(start)));
}

TEST_F(PipelineTest, WhoHasUsedUpItsAllowanceIsNotLetIn) {
  Allowance allowance({.requests_per_minute = 60, .in_flight = 1}, start);
  const RequestTraits request{"m", "", true, &allowance};
  Pipeline second(router_, nullptr);
  sent(course_.arrived(request, start));
  const Refuse refuse = refusal(second.arrived(request, start));
  EXPECT_EQ(refuse.error.code(), Code::over_limit);
  EXPECT_TRUE(refuse.end.shed);
  EXPECT_EQ(refuse.retry_after, 1s);
  second.over(0, start);
  EXPECT_TRUE(allowance.admit(start)) << "what was not let in frees nothing";
  course_.over(7, start);
  course_.over(7, start);
  EXPECT_FALSE(allowance.admit(start));
  EXPECT_TRUE(allowance.admit(start)) << "a request ends once";
}

TEST_F(PipelineTest, OnceARequestIsEnough) {
  arrive(course_);
  course_.lost(gone, true, start);
  EXPECT_EQ(sent(course_.refused(gone, start)).backend, 1U) << "a is down";
  EXPECT_TRUE(refusal(course_.lost(gone, true, start)).end.reset_reused);
}

TEST_F(PipelineTest, NothingIsSentAgainThatAnEngineMayHaveBegun) {
  arrive(course_);
  Pipeline heard = course_, began = course_;
  EXPECT_FALSE(refusal(course_.lost(gone, false, start)).end.reset_reused) << "a fresh connection had it";
  heard.first_byte();
  EXPECT_EQ(refusal(heard.lost(gone, true, start)).error.what(), "gone") << "after a byte of the head";
  began.first_byte();
  began.answer_began();
  EXPECT_TRUE(std::holds_alternative<Break>(began.lost(gone, true, start))) << "after the head";
}

TEST_F(PipelineTest, WhatIsNoAnswerIsRefusedOrBreaksOff) {
  arrive(course_);
  Pipeline began = course_;
  EXPECT_TRUE(refusal(course_.failed(gone, {.not_an_answer = true})).end.not_an_answer);
  began.answer_began();
  const Next next = began.failed(gone, {.timed_out = true});
  ASSERT_TRUE(std::holds_alternative<Break>(next));
  EXPECT_TRUE(std::get<Break>(next).end.timed_out);
}

TEST_F(PipelineTest, ABadRequestNeverGoesOut) {
  EXPECT_TRUE(refusal(course_.rejected(Error(Code::bad_request, "no JSON"))).end.error);
  EXPECT_EQ(course_.trail(), "pass");
}

TEST_F(PipelineTest, TheDraftLengthIsAskedForWhereTheDialSaysSo) {
  ASSERT_TRUE(board_.set(draft(2, start + 1min), person, start));
  const Send send = sent(arrive(course_));
  ASSERT_TRUE(send.change);
  EXPECT_EQ(send.change->field, "speculative.n_max");
  EXPECT_EQ(send.change->value, 2);
  EXPECT_EQ(course_.trail(), "shape; draft_length=2; route=a");
  EXPECT_FALSE(sent(course_.refused(gone, start)).change) << "b's engine does not know the field";
  EXPECT_EQ(course_.trail(), "pass; route=b; retries=1");
  EXPECT_TRUE(sent(course_.refused(gone, start)).change) << "c's does";
}

TEST_F(PipelineTest, TheScopeIsThatOfTheAttempt) {
  ASSERT_TRUE(board_.set(draft(1, start + 1min, {"replica", "c"}), person, start));
  EXPECT_FALSE(sent(arrive(course_)).change);
  course_.refused(gone, start);
  EXPECT_EQ(sent(course_.refused(gone, start)).change->value, 1);
}

TEST_F(PipelineTest, WhatCannotBeShapedOrHasNoDialPasses) {
  ASSERT_TRUE(board_.set(draft(2, start + 1min), person, start));
  EXPECT_FALSE(sent(course_.arrived({"m", "", false}, start)).change);
  Pipeline late(router_, &dials_);
  EXPECT_FALSE(sent(late.arrived({"m", "", true}, start + 1min)).change) << "the lease has ended";
  Pipeline without(router_, nullptr);
  EXPECT_FALSE(sent(arrive(without)).change);
}

TEST_F(PipelineTest, TheStagesStandInTheOrderOfTheFlow) {
  std::vector<std::string_view> names;
  for (const StageRow& row : stages()) names.push_back(row.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"admit", "check", "cache", "route", "shape", "send",
                                                  "retry", "hedge", "give up", "finish"}));
}

}  // namespace foreshock::mitigate::pipeline_test
