#include "scenario/judge_story.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/catalog.h"
#include "core/event_kinds.h"
#include "scenario/lies_where.h"
#include "scenario/story_clock.h"
#include "signals/signal.h"

namespace foreshock::scenario {
namespace judge_story_impl {

using Unmet = std::vector<std::string>;

// The first fault or event that a finding may be about.
double onset_of(const Story& story) {
  double onset = seconds(story.length);
  for (const Fault& fault : story.faults)
    if (!fault.always) onset = std::min(onset, seconds(fault.at));
  return story.faults.empty() ? 0 : onset;
}

void judge_pages(const ExpectedPages& expected, const LoopRecord& record, Unmet& out) {
  const auto pages = static_cast<int64_t>(record.pages.size());
  if (pages < expected.min)
    out.push_back(fmt::format("pages: {}, at least {} were to come", pages, expected.min));
  if (expected.max && pages > *expected.max) {
    const Page& first = record.pages.front();
    out.push_back(fmt::format("pages: {}, at most {} were to come; the first: {} {} {}", pages, *expected.max,
                              first.lead.series.signal, first.lead.series.stratum.dimension,
                              first.lead.series.stratum.value));
  }
}

bool is_in_time(const ExpectedFinding& expected, const Finding& finding, const Story& story,
                const StoryResult& result) {
  const double onset = onset_of(story),
               at = unix_seconds(finding.found_at) - unix_seconds(story_start(story));
  if (!expected.within && !expected.requests) return at >= onset;
  const bool soon = expected.within && at - onset <= seconds(*expected.within);
  const bool few = expected.requests && result.affected_requests(onset, at) <= *expected.requests;
  return at >= onset && (soon || few);
}

void judge_finding(const ExpectedFinding& expected, const Story& story, const StoryResult& result,
                   const LoopRecord& record, Unmet& out) {
  if (find_by_name(signals::signal_specs(), expected.series) == nullptr)
    return out.push_back(fmt::format("not judged yet: findings: {} is not measured yet", expected.series));
  std::string nearest = "no finding of that series there";
  for (const Finding& finding : record.findings) {
    if (finding.series.signal != expected.series || !lies_where(finding.series.stratum, expected.where))
      continue;
    if (expected.direction && finding.change != *expected.direction) {
      nearest = "it went the other way";
    } else if (!is_in_time(expected, finding, story, result)) {
      nearest =
          fmt::format("found at {:.0f} s", unix_seconds(finding.found_at) - unix_seconds(story_start(story)));
    } else if (expected.shape && finding.shape != *expected.shape) {
      nearest = "its shape is another";
    } else {
      return;
    }
  }
  out.push_back(fmt::format("findings: {}: {}", expected.series, nearest));
}

void judge_event(const ExpectedEvent& expected, const Page* page, Unmet& out) {
  if (page == nullptr) return out.push_back("first_event: there is no page");
  if (page->events.empty()) {
    if (expected.kind) out.push_back("first_event: the page names none");
  } else if (!expected.kind || page->events.front().kind != *expected.kind) {
    out.push_back(fmt::format("first_event: {}", name_of(page->events.front().kind)));
  }
}

void judge_causes(const ExpectedCauses& expected, const Page* page, Unmet& out) {
  if (page == nullptr) return out.push_back("causes: there is no page");
  std::vector<std::string> named;
  for (const Cause& cause : page->diagnosis.causes) named.push_back(cause.name);
  if (static_cast<int64_t>(named.size()) > expected.top) named.resize(static_cast<size_t>(expected.top));
  for (const std::string& name : named)
    if (std::find(expected.any.begin(), expected.any.end(), name) != expected.any.end()) return;
  out.push_back(fmt::format("causes: {}", fmt::join(named, ", ")));
}

void judge_action(const ExpectedAction& expected, const Story& story, const LoopRecord& record, Unmet& out) {
  // What holds without a lease is the engine's own.
  const double own =
      story.engine.speculation ? static_cast<double>(story.engine.speculation->draft_length) : 0;
  const auto fits = [&](const Action& action) {
    if (action.policy != expected.policy) return false;
    const double by = action.setting.value.value_or(own) - action.setting.previous.value_or(own);
    return !expected.direction || (by > 0) == (*expected.direction == Change::rise);
  };
  if (std::none_of(record.actions.begin(), record.actions.end(), fits))
    out.push_back(fmt::format("action: no {}", expected.policy));
}

void judge_verdict(Decision expected, const LoopRecord& record, Unmet& out) {
  const auto fits = [expected](const Verdict& verdict) { return verdict.decision == expected; };
  if (std::none_of(record.verdicts.begin(), record.verdicts.end(), fits)) out.push_back("verdict: not given");
}

}  // namespace judge_story_impl

std::vector<std::string> unmet_expectations(const Story& story, const StoryResult& result,
                                            const LoopRecord& record) {
  using namespace judge_story_impl;
  const Expectations& expect = story.expect;
  Unmet out;
  const Page* page = record.pages.empty() ? nullptr : &record.pages.front();
  if (expect.pages) judge_pages(*expect.pages, record, out);
  for (const ExpectedFinding& finding : expect.findings) judge_finding(finding, story, result, record, out);
  if (expect.first_event) judge_event(*expect.first_event, page, out);
  if (expect.causes) judge_causes(*expect.causes, page, out);
  if (expect.action) judge_action(*expect.action, story, record, out);
  if (expect.verdict) judge_verdict(*expect.verdict, record, out);
  if (expect.forecast) out.push_back(fmt::format("not judged yet: forecast: {}", expect.forecast->crosses));
  if (expect.canary) out.push_back("not judged yet: canary");
  if (expect.after) out.push_back(fmt::format("not judged yet: after: {}", expect.after->series));
  return out;
}

}  // namespace foreshock::scenario
