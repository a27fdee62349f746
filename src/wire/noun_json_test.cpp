#include "wire/noun_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace foreshock::wire::noun_json_test {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr Instant noon{1'800'000'000s};

Finding a_finding() {
  Finding finding;
  finding.id = {Noun::finding, 7};
  finding.because = {{Noun::observation, 26}};
  finding.series = {"inter_token", {"replica", "a"}};
  finding.detector = "level";
  finding.shape = Shape::gradual;
  finding.change = Change::rise;
  finding.severity = Severity::critical;
  finding.silence = Silence::only_the_mix;
  finding.onset = noon - 30s;
  finding.found_at = noon;
  finding.size = {0.5, 0.25, 0.75, 0.95};
  finding.before = 0.0125;
  return finding;
}

Event an_event() {
  Event event;
  event.id = {Noun::event, 8};
  event.kind = EventKind::model_version;
  event.at = noon - 31s;
  event.scope = {"replica", "a"};
  event.about = "a: version 1 to 2";
  return event;
}

Diagnosis a_diagnosis() {
  Diagnosis diagnosis;
  diagnosis.id = {Noun::diagnosis, 9};
  diagnosis.because = {{Noun::finding, 7}};
  diagnosis.at = noon + 500ms;
  const Measured measured{{"accept_length", {"replica", "a"}}, Standing::fell, 3, 1.25};
  diagnosis.causes = {{"judge_starvation", 0.75, {{"accept_length fell", 3, {{Noun::finding, 7}}, measured}}},
                      {"draft_decay", 0.25, {{"model_version 31 s before the onset", 0.5, {}, {}}}}};
  diagnosis.events = {{Noun::event, 8}};
  return diagnosis;
}

TEST(NounJson, WritesAFinding) {
  EXPECT_EQ(json::parse(to_json(a_finding())), json::parse(R"({
    "id": "finding-0000000000000007", "series": "inter_token", "strata": {"replica": "a"},
    "at": 1800000000.0, "onset": 1799999970.0, "shape": "gradual", "direction": "up", "size": 0.5,
    "interval": [0.25, 0.75], "level": 0.95, "before": 0.0125, "severity": "critical", "silence": "only_the_mix", "detector": "level",
    "because": ["observation-000000000000001a"]})"));
}

TEST(NounJson, WritesAnEvent) {
  Event event = an_event();
  EXPECT_EQ(json::parse(to_json(event)), json::parse(R"({
    "id": "event-0000000000000008", "kind": "model_version", "at": 1799999969.0, "until": null,
    "subject": "a", "scope": {"replica": "a"}, "text": "a: version 1 to 2", "posted": false})"));
  event.scope = {};
  event.until = noon;
  event.posted = true;
  const json whole = json::parse(to_json(event));
  EXPECT_TRUE(whole.at("subject").is_null());
  EXPECT_EQ(whole.at("scope"), json::object());
  EXPECT_EQ(whole.at("until"), 1800000000.0);
  EXPECT_EQ(whole.at("posted"), true);
}

TEST(NounJson, WritesWhyACauseIsLikely) {
  EXPECT_EQ(json::parse(to_json(a_diagnosis())).at("causes").at(0), json::parse(R"({
    "cause": "judge_starvation", "probability": 0.75,
    "evidence": [{"statement": "accept_length fell", "weight": 3.0, "because": ["finding-0000000000000007"],
      "measured": {"series": "accept_length", "strata": {"replica": "a"}, "standing": "fell", "before": 3.0, "after": 1.25}}]})"));
  EXPECT_TRUE(
      json::parse(to_json(a_diagnosis())).at("causes").at(1).at("evidence").at(0).at("measured").is_null());
}

// Reading and writing again changes nothing, and what is compared by its members agrees.
TEST(NounJson, ReadsBackWhatItWrote) {
  const std::string finding = to_json(a_finding());
  EXPECT_EQ(to_json(read_finding(finding).value()), finding);
  Event event = an_event();
  event.until = noon + 250ms;
  EXPECT_EQ(read_event(to_json(event))->until, noon + 250ms);
  EXPECT_EQ(to_json(read_event(to_json(event)).value()), to_json(event));
  const std::string diagnosis = to_json(a_diagnosis());
  EXPECT_EQ(to_json(read_diagnosis(diagnosis).value()), diagnosis);
  Page page;
  page.id = {Noun::page, 10};
  page.lead = a_finding();
  page.findings = {page.lead.id, {Noun::finding, 6}};
  page.diagnosis = a_diagnosis();
  page.events = {an_event()};
  page.at = noon + 1s;
  EXPECT_EQ(read_page(to_json(page))->findings, page.findings);
  EXPECT_EQ(to_json(read_page(to_json(page)).value()), to_json(page));
}

TEST(NounJson, ReadsBackActionsAndVerdicts) {
  Action action;
  action.id = {Noun::action, 11};
  action.because = {{Noun::diagnosis, 9}};
  action.policy = "draft_length";
  action.autonomy = Autonomy::act;
  action.setting = {"draft_length", {"replica", "a"}, 1, std::nullopt, noon + 15min};
  action.at = noon;
  const json written = json::parse(to_json(action));
  EXPECT_EQ(written.at("autonomy"), "act");
  EXPECT_EQ(written.at("value"), 1.0);
  EXPECT_TRUE(written.at("previous").is_null());
  EXPECT_EQ(read_action(to_json(action))->setting.until, noon + 15min);
  EXPECT_EQ(to_json(read_action(to_json(action)).value()), to_json(action));
  Verdict verdict;
  verdict.id = {Noun::verdict, 12};
  verdict.because = {action.id};
  verdict.at = noon;
  verdict.series = {"inter_token", {}};
  verdict.before = 1.5;
  verdict.effect = {-0.5, -0.75, -0.25, 0.9973};
  verdict.decision = Decision::roll_back;
  EXPECT_EQ(json::parse(to_json(verdict)).at("decision"), "roll_back");
  EXPECT_EQ(to_json(read_verdict(to_json(verdict)).value()), to_json(verdict));
}

TEST(NounJson, RefusesWhatIsNone) {
  for (const char* text : {"", "[]", "{}", R"({"id": "finding-7"})"})
    EXPECT_FALSE(read_finding(text)) << text;
  std::string unknown = to_json(an_event());
  unknown.replace(unknown.find("model_version"), 13, "model_vibes");
  EXPECT_EQ(read_event(unknown).error().what(), "this is no event: unknown name 'model_vibes'");
  auto far = json::parse(to_json(an_event()));
  far["at"] = 1e300;
  EXPECT_EQ(read_event(far.dump()).error().what(), "this is no event: 1e+300 is no time");
}

}  // namespace foreshock::wire::noun_json_test
