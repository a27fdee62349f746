#include "cli/explanation.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "wire/noun_json.h"

namespace foreshock::cli::explanation_test {

using namespace std::chrono_literals;
using nlohmann::json;
using testing::HasSubstr;

constexpr Instant noon{1'800'000'000s};

Page a_page() {
  Page page;
  page.id = {Noun::page, 10};
  page.at = noon + 40s;
  page.lead.id = {Noun::finding, 7};
  page.lead.series = {"inter_token", {"replica", "a"}};
  page.lead.because = {{Noun::observation, 26}, {Noun::observation, 27}};
  page.lead.onset = noon;
  page.lead.found_at = noon + 20s;
  page.lead.size = {0.0125, 0.01, 0.015, 0.95};
  page.lead.before = 0.0125;
  page.findings = {page.lead.id, {Noun::finding, 8}};
  Event event;
  event.kind = EventKind::model_version;
  event.at = noon - 2s;
  event.scope = {"replica", "a"};
  event.about = "a: version 1 to 2";
  page.events = {event};
  page.diagnosis.causes = {
      {"judge_starvation",
       0.9,
       {{"accept_length fell", 3, {}, Measured{{"accept_length", {}}, Standing::fell, 3.5, 1.25}},
        {"inter_token is as usual",
         -0.5,
         {},
         Measured{{"inter_token", {}}, Standing::steady, 0.012, 0.0125}}}},
      {"draft_decay", 0.01, {}}};
  return page;
}

json found(const Page& page) {
  return {{"page", json::parse(wire::to_json(page))},
          {"action", nullptr},
          {"verdict", nullptr},
          {"deeds", json::array()},
          {"stopped", false}};
}

TEST(Explanation, TellsFindingEventAndCauseWithEvidenceForAndAgainst) {
  const std::string text = explanation_of(found(a_page())).value();
  EXPECT_THAT(text, HasSubstr("What was found, with 1 more"));
  EXPECT_THAT(text,
              HasSubstr("inter_token (replica a) went up, sudden, since 2027-01-15T08:00:00.000Z: from "
                        "12.50 ms to 25 ms (by 12.50 ms, 95 % interval 10 ms to 15 ms); found 20 s later."));
  EXPECT_THAT(text, HasSubstr("shown by observation-000000000000001a, observation-000000000000001b\n"));
  EXPECT_THAT(text, HasSubstr("model_version (replica a), 2 s before the onset: a: version 1 to 2"));
  EXPECT_THAT(text, HasSubstr("90 % judge_starvation: "));
  EXPECT_THAT(text, HasSubstr("for     +3.0  accept_length fell: 3.500 tokens to 1.250 tokens"));
  EXPECT_THAT(text, HasSubstr("against -0.5  inter_token is as usual: 12.50 ms\n"));
  EXPECT_EQ(text.find("draft_decay"), std::string::npos) << "too unlikely to be told";
  EXPECT_THAT(text, HasSubstr("What was done:\n  nothing\n"));
}

TEST(Explanation, TellsOnlyTheLikeliestOfManyEvents) {
  Page page = a_page();
  page.events.resize(300, page.events.front());
  const std::string text = explanation_of(found(page)).value();
  EXPECT_THAT(text, HasSubstr("and 295 less likely ones"));
  EXPECT_LT(text.size(), 3000U);
}

Action an_action() {
  Action action;
  action.id = {Noun::action, 11};
  action.policy = "draft_length";
  action.autonomy = Autonomy::act;
  action.setting = {"draft_length", {}, 1, std::nullopt, noon + 15min};
  action.at = noon + 40s;
  return action;
}

TEST(Explanation, TellsWhoUndidTheActionAndThatTheKillSwitchHolds) {
  json told = found(a_page());
  told["action"] = json::parse(wire::to_json(an_action()));
  told["deeds"] = json::parse(R"([
    {"at": "2027-01-15T08:03:00.000Z", "what": "undo_all", "who": "anna", "because": []},
    {"at": "2027-01-15T08:02:00.000Z", "what": "undo", "who": "ben", "dial": "draft_length", "scope": {}, "because": []},
    {"at": "2027-01-15T08:01:30.000Z", "what": "undo", "who": "gil", "dial": "draft_length", "scope": {"replica": "b"}, "because": []},
    {"at": "2027-01-15T08:01:00.000Z", "what": "approve", "who": "cat", "dial": "draft_length", "scope": {},
     "because": ["action-000000000000000b"]},
    {"at": "2027-01-15T08:00:00.000Z", "what": "undo", "who": "dan", "dial": "draft_length", "scope": {}, "because": []}])");
  const std::string undone = explanation_of(told).value();
  EXPECT_THAT(undone, HasSubstr("      approved by cat at 2027-01-15T08:01:00.000Z\n"
                                "      undone by ben at 2027-01-15T08:02:00.000Z\n"));
  for (const char* other : {"dan", "gil", "anna"})
    EXPECT_EQ(undone.find(other), std::string::npos)
        << other << " did it before, elsewhere or when it was over";
  told["stopped"] = true;
  EXPECT_THAT(
      explanation_of(told).value(),
      HasSubstr("The kill switch holds, thrown by anna at 2027-01-15T08:03:00.000Z: policies turn nothing"));
  told["deeds"].erase(1);
  EXPECT_THAT(explanation_of(told).value(),
              HasSubstr("undone with every other dial by anna (the kill switch) at 2027"));
}

TEST(Explanation, TellsThatItStillLearns) {
  json quiet =
      json::parse(R"({"now": 600, "learning": {"since": 420, "until": 43620, "least_s": 1200, "series": 40,
                               "known": 12, "unknown": ["ttft", "e2e"]}})");
  const std::string learning = explanation_of(quiet).value();
  EXPECT_THAT(learning, HasSubstr("Nothing was found"));
  EXPECT_THAT(learning, HasSubstr("Still learning what is usual: 3 min of 12 h;"));
  EXPECT_THAT(learning, HasSubstr("12 of 40 series are watched; not known yet: ttft, e2e.\n"));
  quiet["now"] = 50000;
  quiet["learning"]["unknown"] = json::array();
  EXPECT_THAT(explanation_of(quiet).value(), testing::AllOf(HasSubstr("12 of 40 series are watched.\n"),
                                                            testing::Not(HasSubstr("learning"))));
  quiet["learning"]["since"] = nullptr;
  EXPECT_THAT(explanation_of(quiet).value(), HasSubstr("Nothing was measured yet."));
}

TEST(Explanation, TellsActionAndVerdict) {
  const Action action = an_action();
  json told = found(a_page());
  told["action"] = json::parse(wire::to_json(action));
  EXPECT_THAT(explanation_of(told).value(), HasSubstr("no verdict yet"));
  Verdict verdict;
  verdict.id = {Noun::verdict, 12};
  verdict.at = noon + 60s;
  verdict.series = {"inter_token", {}};
  verdict.before = 0.02;
  verdict.effect = {-0.005, -0.006, -0.004, 0.9973};
  verdict.decision = Decision::keep;
  told["verdict"] = json::parse(wire::to_json(verdict));
  const std::string text = explanation_of(told).value();
  EXPECT_THAT(text, HasSubstr("Turned draft_length (everywhere) from the engine's own to 1, until"));
  EXPECT_THAT(text, HasSubstr("foreshock dial undo draft_length"));
  EXPECT_THAT(text,
              HasSubstr("it helped and stays. inter_token (everywhere) went from 20 ms to 15 ms (by -5 ms, "
                        "99.7 % interval -6 ms to -4 ms)."));
}

TEST(Explanation, WhatWasNotDoneIsNotUndoneAndNotJudged) {
  Action action = an_action();
  action.autonomy = Autonomy::suggest;
  json told = found(a_page());
  told["action"] = json::parse(wire::to_json(action));
  const std::string suggested = explanation_of(told).value();
  EXPECT_THAT(suggested, HasSubstr(fmt::format("foreshock dial approve {}", to_text(action.id))));
  EXPECT_THAT(suggested, HasSubstr("what is not done is not judged"));
  EXPECT_THAT(suggested, testing::Not(HasSubstr("dial undo")));
  action.autonomy = Autonomy::observe;
  told["action"] = json::parse(wire::to_json(action));
  EXPECT_THAT(explanation_of(told).value(), testing::Not(HasSubstr("foreshock dial")));
}

TEST(Explanation, TellsAFindingOfWhichNobodyWasTold) {
  const json one = {{"finding", json::parse(wire::to_json(a_page().lead))}};
  EXPECT_THAT(explanation_of(one).value(), HasSubstr("Nobody was told of it"));
  EXPECT_FALSE(explanation_of({{"finding", json::object()}}));
}

}  // namespace foreshock::cli::explanation_test
