#include "enginesim/fixed_planner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "enginesim/preset_spec.h"

namespace foreshock::enginesim::fixed_planner_test {

ApiCall call_of(const std::string& messages, const std::string& rest = "") {
  auto call = read_call(Endpoint::chat, "{\"messages\":[" + messages + "]" + rest + "}", {"m"});
  EXPECT_TRUE(call);
  return *call;
}
const std::string system_message =
    R"({"role":"system","content":"Be brief and kind to everybody who asks."},)";
const std::string question = R"({"role":"user","content":"How are you?"})";
const std::string next_turn = R"(,{"role":"assistant","content":"Well."},{"role":"user","content":"Why?"})";

class FixedPlannerTest : public testing::Test {
 protected:
  void set(std::string_view name, std::string_view value) {
    const auto done = dials.set(name, value);
    ASSERT_TRUE(done) << done.error().text();
  }
  // Of the first of COUNT calls alike, or the one after.
  std::vector<AnswerPlan> plans(const ApiCall& call, int count) {
    const VirtualSpec spec = dials.adjusted(spec_of(presets[0]));
    FixedPlanner planner(dials, spec);
    const VirtualReplica replica(spec);
    std::vector<AnswerPlan> out;
    for (int i = 0; i < count; ++i) out.push_back(planner.plan({}, call, replica, 0));
    return out;
  }
  AnswerPlan plan(const ApiCall& call) { return plans(call, 1).front(); }

  FixedDials dials;
};

TEST_F(FixedPlannerTest, IsHealthyAndWithoutFlawsUnlessSet) {
  for (const AnswerPlan& plan : plans(call_of(question), 2000)) {
    EXPECT_EQ(plan.fate, Fate::served);
    EXPECT_EQ(plan.answer.flaws, AnswerFlaws{});
    EXPECT_FALSE(plan.answer.at_limit || plan.answer.in_band || plan.answer.cut || plan.answer.call_missing);
    EXPECT_EQ(plan.request.first_token_factor, 1);
    EXPECT_EQ(plan.request.prefix_hit, 1);
  }
}

TEST_F(FixedPlannerTest, HasTheFlawsOfAHealthyEngineWhereTheyAreAskedFor) {
  set("text.refusal", "0.5");
  dials.set_healthy_shares();
  int at_limit = 0, markdown = 0, refusals = 0;
  for (const AnswerPlan& plan : plans(call_of(question), 4000)) {
    at_limit += plan.answer.at_limit;
    markdown += plan.answer.flaws.markdown;
    refusals += plan.answer.flaws.refusal;
    EXPECT_EQ(plan.request.prefix_hit, 1);
  }
  EXPECT_NEAR(at_limit, 0.02 * 4000, 40);
  EXPECT_NEAR(markdown, 0.6 * 4000, 200);
  EXPECT_NEAR(refusals, 0.5 * 4000, 200) << "what was set stays";
}

TEST_F(FixedPlannerTest, DrawsEachCallByItself) {
  set("error.5xx", "0.25");
  int failed = 0;
  for (const AnswerPlan& plan : plans(call_of(question), 2000)) failed += plan.fate == Fate::server_error;
  EXPECT_NEAR(failed, 500, 80);
}

TEST_F(FixedPlannerTest, NumbersAreThoseOfTheCall) {
  const ApiCall call = call_of(question, R"(,"max_tokens":50,"ignore_eos":true)");
  const AnswerPlan planned = plan(call);
  EXPECT_EQ(planned.request.prompt_tokens, call.choices[0].prompt.tokens());
  EXPECT_EQ(planned.request.output_tokens, 50);
  EXPECT_TRUE(planned.answer.at_limit);
  std::vector<int64_t> lengths;
  for (const AnswerPlan& one : plans(call_of(question), 501)) lengths.push_back(one.request.output_tokens);
  std::sort(lengths.begin(), lengths.end());
  EXPECT_NEAR(static_cast<double>(lengths[250]), 120, 12);
  set("text.length", "2");
  set("ttft.add", "500");
  EXPECT_NEAR(static_cast<double>(plan(call_of(question)).request.first_token_add), 0.5, 1e-9);
  EXPECT_EQ(plan(call_of(question, R"(,"max_tokens":900)")).request.output_tokens % 2, 0);
}

TEST_F(FixedPlannerTest, TurnsOfAChatShareTheirContext) {
  const AnswerPlan first = plan(call_of(system_message + question));
  const AnswerPlan second = plan(call_of(system_message + question + next_turn));
  EXPECT_NE(first.request.session, 0u);
  EXPECT_EQ(second.request.session, first.request.session);
  EXPECT_EQ(second.request.reusable_tokens, second.request.prompt_tokens);
  EXPECT_GT(second.request.prompt_tokens, first.request.prompt_tokens);
  const AnswerPlan other = plan(call_of(system_message + R"({"role":"user","content":"Hello"})"));
  EXPECT_NE(other.request.session, first.request.session);
  EXPECT_EQ(other.request.shared_prefix, first.request.shared_prefix);
  EXPECT_EQ(other.request.shared_tokens, 10);

  set("history.dropped_by_server", "1");
  const AnswerPlan dropped = plan(call_of(system_message + question + next_turn));
  EXPECT_EQ(dropped.request.prompt_tokens, 10 + 2);
  EXPECT_EQ(dropped.request.reusable_tokens, 0);
}

TEST_F(FixedPlannerTest, ReasonsAsItIsWished) {
  EXPECT_EQ(plan(call_of(question)).reasoning_tokens, 0);
  const ApiCall low = call_of(question, R"(,"reasoning_effort":"low")");
  const AnswerPlan planned = plan(low);
  EXPECT_EQ(planned.reasoning_tokens, 32);
  EXPECT_GT(planned.request.output_tokens, 32);
  set("reasoning.ignore_effort", "1");
  EXPECT_EQ(plan(low).reasoning_tokens, 106) << "32 x 3.3";
  set("reasoning.zero_share", "1");
  EXPECT_EQ(plan(low).reasoning_tokens, 0);
}

TEST_F(FixedPlannerTest, AnswersWithoutEndGoToTheLimit) {
  set("text.loop", "1");
  const AnswerPlan loop = plan(call_of(question, R"(,"max_tokens":700)"));
  EXPECT_EQ(loop.request.output_tokens, 700);
  EXPECT_TRUE(loop.answer.at_limit && loop.answer.flaws.loop);
  set("context.shift", "300");
  const AnswerPlan shifted = plan(call_of(question, R"(,"max_tokens":700)"));
  EXPECT_EQ(shifted.request.output_tokens, 32768) << "the limit is forgotten";
}

TEST_F(FixedPlannerTest, LongPromptsLoseTheirFront) {
  set("context.front_cut", "256");
  const std::string words = [] {
    std::string text;
    for (int i = 0; i < 400; ++i) text += "word ";
    return text;
  }();
  const AnswerPlan cut = plan(call_of(R"({"role":"user","content":")" + words + "\"}"));
  EXPECT_EQ(cut.request.prompt_tokens, 256);
  EXPECT_EQ(cut.request.reusable_tokens, 0);
}

TEST_F(FixedPlannerTest, ToolsAreDueAsTheTokenLevelEngineHasIt) {
  const std::string tools =
      R"(,"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":"required")";
  EXPECT_TRUE(plan(call_of(question, tools)).tool_due);
  set("tool.missing", "1");
  EXPECT_TRUE(plan(call_of(question, tools)).answer.call_missing);
  EXPECT_FALSE(plan(call_of(question)).tool_due);
}

TEST_F(FixedPlannerTest, SaysWhichDialsItKnows) {
  EXPECT_EQ(dials.set("ttft.ad", "1").error().what(), "there is no dial 'ttft.ad'. Did you mean 'ttft.add'?");
  EXPECT_EQ(dials.set("load.rate", "2").error().what(),
            "the dial 'load.rate' needs a story: it acts on the clients and their load");
  EXPECT_EQ(dials.set("dns.fail", "1").error().what(),
            "the dial 'dns.fail' needs a story: it acts on the look-up of an address, before any connection");
  EXPECT_EQ(dials.set("probe.version", "2").error().code(), Code::bad_usage);
  EXPECT_EQ(dials.unset("quality.accuracy").error().code(), Code::bad_usage);
  EXPECT_EQ(dials.set("error.5xx", "1.5").error().what(),
            "'error.5xx' expected a number from 0 to 1 (share), found '1.5'");
  EXPECT_FALSE(dials.set("error.5xx", "much"));
  EXPECT_EQ(dials.set("spec.draft_length", "2.5").error().what(),
            "'spec.draft_length' expected a whole number from 0 to 16 (tokens), found '2.5'");
  EXPECT_TRUE(dials.set("spec.draft_length", "2"));
  EXPECT_FALSE(dials.set("hang.no_progress", "1"));
  EXPECT_TRUE(dials.set("hang.no_progress", "true"));
  EXPECT_TRUE(dials.set("hang.no_progress", "false"));
  EXPECT_EQ(dials.at(Dial::hang_no_progress), std::nullopt);
}

TEST_F(FixedPlannerTest, RefusesMoreThanTheContext) {
  const int64_t context = spec_of(presets[0]).context;
  const auto asks_for = [&](int64_t tokens) {
    return call_of(question, fmt::format(R"(,"max_tokens":{})", tokens));
  };
  const int64_t prompt = asks_for(1).choices[0].prompt.tokens();
  EXPECT_FALSE(plan(asks_for(context - prompt)).too_long);
  EXPECT_TRUE(plan(asks_for(context - prompt + 1)).too_long);
  set("context.shift", "300");
  EXPECT_FALSE(plan(asks_for(context)).too_long) << "half of it is dropped instead";
}

TEST_F(FixedPlannerTest, TurnsTheDialsOfTheEngine) {
  set("batch.max", "1");
  set("spec.acceptance", "0.5");
  const VirtualSpec spec = dials.adjusted(spec_of(presets[0]));
  EXPECT_EQ(spec.draft_length, 5);
  VirtualReplica replica(spec);
  FixedPlanner planner({}, spec);
  std::vector<VirtualOutcome> out;
  planner.turn(dials, replica, 0, out);
  for (uint64_t id : {1, 2}) replica.submit({.id = id, .output_tokens = 1000}, 0);
  replica.advance(0, out);
  EXPECT_EQ(replica.running(), 1);
  planner.turn({}, replica, 0, out);
  replica.advance(0, out);
  EXPECT_EQ(replica.running(), 2) << "back to what the engine is";
  EXPECT_FALSE(replica.down(0));
  set("restart", "true");
  planner.turn(dials, replica, 1, out);
  EXPECT_TRUE(replica.down(1));
  EXPECT_EQ(planner.dials().at(Dial::restart), std::nullopt) << "it was once";
  EXPECT_EQ(planner.dials().at(Dial::batch_max), 1);
}

TEST_F(FixedPlannerTest, RequestsFailAMinuteAfterTheDeviceIsGone) {
  const VirtualSpec spec = spec_of(presets[0]);
  VirtualReplica replica(spec);
  FixedPlanner planner({}, spec);
  std::vector<VirtualOutcome> out;
  const auto fate_at = [&](double now) { return planner.plan({}, call_of(question), replica, now).fate; };
  set("gpu.vanish", "true");
  planner.turn(dials, replica, 100, out);
  set("ttft.add", "1");
  planner.turn(dials, replica, 150, out);
  EXPECT_EQ(fate_at(159), Fate::served);
  EXPECT_EQ(fate_at(160), Fate::server_error);
  planner.turn({}, replica, 170, out);
  EXPECT_EQ(fate_at(1000), Fate::served);
}

}  // namespace foreshock::enginesim::fixed_planner_test
