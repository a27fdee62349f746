#include "scenario/judge_story.h"

#include <fmt/format.h>

namespace foreshock::scenario {

std::vector<std::string> unmet_expectations(const Story& story) {
  const Expectations& expect = story.expect;
  std::vector<std::string> out;
  const auto not_judged = [&out](std::string what) { out.push_back("not judged yet: " + std::move(what)); };
  if (expect.pages && expect.pages->min > 0) not_judged(fmt::format("pages.min {}", expect.pages->min));
  for (const ExpectedFinding& finding : expect.findings) not_judged("findings: " + finding.series);
  if (expect.first_event) not_judged("first_event");
  if (expect.causes) not_judged(fmt::format("causes: {}", fmt::join(expect.causes->any, ", ")));
  if (expect.action) not_judged("action: " + expect.action->policy);
  if (expect.verdict) not_judged("verdict");
  if (expect.forecast) not_judged("forecast: " + expect.forecast->crosses);
  if (expect.canary) not_judged("canary");
  if (expect.after) not_judged("after: " + expect.after->series);
  return out;
}

}  // namespace foreshock::scenario
