#include "scenario/check_expectations.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/event_kinds.h"
#include "core/shown.h"
#include "mitigate/policies.h"
#include "scenario/can_hold.h"
#include "scenario/named.h"
#include "scenario/possible.h"
#include "scenario/read_parts.h"

namespace foreshock::scenario {
namespace check_expectations_impl {

Result<void> check_pages(const Value& map, const Expectations& expect) {
  if (!expect.pages || !expect.pages->max) return {};
  if (expect.pages->min > *expect.pages->max)
    return refuse(map.node.at("pages"), fmt::format("'min' is more than 'max', found {} and {}",
                                                    expect.pages->min, *expect.pages->max));
  for (std::string_view key : {"first_event", "causes", "forecast"})
    if (*expect.pages->max == 0 && has_key(map.node, key))
      return refuse(map.node.at(key), fmt::format("'{}' is judged on a page, and pages has max: 0", key));
  return {};
}

Result<void> check_series(const wire::YamlNode& node, const std::string& series, const Where& where,
                          const Story& story) {
  if (const std::string_view lack = lack_of(series, story, where); !lack.empty())
    return refuse(value_or_map(node, "series"), fmt::format("{} can never be seen: {}", series, lack));
  const auto never = never_holds(where.conditions, story, static_cast<double>(story.engine.context));
  if (never) return refuse(value_or_map(node.at("where"), never->key), never->why);
  if (some_replica_meets(where.conditions, where.replicas, story)) return {};
  return refuse(node.at("where"), "no replica is of that name, device, zone and pool");
}

// When the first thing begins of which a finding may speak; nothing: there is none.
std::optional<Duration> first_onset(const Story& story) {
  std::optional<Duration> first;
  const auto note = [&first](Duration at) { first = std::min(first.value_or(at), at); };
  for (const Fault& fault : story.faults) note(fault.at);
  for (const StoryEvent& event : story.events) note(event.at);
  return first;
}

Result<void> check_within(const wire::YamlNode& item, Duration within, const Story& story) {
  const auto onset = first_onset(story);
  if (!onset) return refuse(item.at("within"), "'within' counts from a fault or an event, and there is none");
  if (*onset + within <= story.length) return {};
  return refuse(item.at("within"),
                fmt::format("'within' ends after the run, which goes on for {} after the first fault or "
                            "event, found '{}'",
                            print_value(story.length - *onset), shown(item.at("within").text())));
}

Result<void> check_requests(const wire::YamlNode& item, int64_t requests, const Story& story) {
  if (story.faults.empty())
    return refuse(item.at("requests"), "'requests' counts those that a fault affects, and there is none");
  const double most = most_affected(story);
  if (static_cast<double>(requests) <= most) return {};
  return refuse(item.at("requests"),
                fmt::format("'requests' is more than can be affected, at most {:.0f}, found '{}'", most,
                            shown(item.at("requests").text())));
}

Result<void> check_findings(const Value& map, const Expectations& expect) {
  const auto items = map.node.at("findings").items();
  for (size_t i = 0; i < items.size(); ++i) {
    const ExpectedFinding& finding = expect.findings[i];
    FORESHOCK_CHECK(check_series(items[i], finding.series, finding.where, map.story));
    if (finding.requests) FORESHOCK_CHECK(check_requests(items[i], *finding.requests, map.story));
    if (finding.within) FORESHOCK_CHECK(check_within(items[i], *finding.within, map.story));
  }
  return {};
}

Result<void> check_first_event(const Value& map, const Expectations& expect) {
  if (!expect.first_event || !expect.first_event->kind) return {};
  const EventKind kind = *expect.first_event->kind;
  if (can_happen(kind, map.story)) return {};
  return refuse(map.node.at("first_event"),
                fmt::format("nothing in this story can be a {}", name_in(event_kinds, kind)),
                "Add the event, or expect null.");
}

// Of an action: those that there are, and those that the language knows besides.
Result<void> check_policy(const Value& map, const Expectations& expect) {
  if (!expect.action) return {};
  const wire::YamlNode node = map.node.at("action").at("policy");
  const std::string& policy = expect.action->policy;
  auto known = names_in(mitigate::policies());
  known.push_back("reasoning_budget");
  if (std::find(known.begin(), known.end(), policy) == known.end())
    return refuse_name(node, "policy", policy, known);
  if (policy == "draft_length" && !map.story.engine.speculation)
    return refuse(node, "nothing is drafted here: the engine has no 'spec'");
  return {};
}

Result<void> check_steadying(const Value& map, const Expectations& expect) {
  if (expect.action && map.story.policy == Autonomy::observe)
    return refuse(map.node.at("action"), "an action needs policy: suggest or act, found observe");
  if (expect.verdict && map.story.policy != Autonomy::act)
    return refuse(map.node.at("verdict"), "a verdict needs policy: act, for without it nothing is done");
  if (expect.canary && !map.story.canary)
    return refuse(map.node.at("canary"), "'canary' is expected, and the story has none");
  return {};
}

Result<void> check_forecast(const Value& map, const Expectations& expect) {
  if (!expect.forecast) return {};
  const Value forecast{"forecast", map.node.at("forecast"), map.story};
  const auto crosses = forecast.node.at("crosses");
  const auto known = names_in(map.story.service_levels);
  if (known.empty()) return refuse(crosses, "a forecast needs an 'slo' that is crossed");
  const auto level = std::find(known.begin(), known.end(), expect.forecast->crosses);
  if (level == known.end()) return refuse_name(crosses, "service level", expect.forecast->crosses, known);
  const std::string& series = map.story.service_levels[static_cast<size_t>(level - known.begin())].series;
  if (const auto lack = lack_of(series, map.story); !lack.empty())
    return refuse(crosses, fmt::format("{} can never be seen: {}", series, lack));
  if (!has_key(forecast.node, "lead")) return {};
  return check_in_run(Value{"lead", forecast.node.at("lead"), map.story}, expect.forecast->lead,
                      AtEnd::allowed);
}

Result<void> check_after(const Value& map, const Expectations& expect) {
  if (!expect.after) return {};
  const ExpectedAfter& after = *expect.after;
  const wire::YamlNode node = map.node.at("after");
  if (!after.mean_below && !after.accuracy_at_least)
    return refuse(node, "'after' needs 'mean_below' or 'accuracy_at_least'");
  if (!after.series.empty()) FORESHOCK_CHECK(check_series(node, after.series, after.where, map.story));
  if (!after.series.empty() && !after.mean_below)
    return refuse(node.at("series"), "'series' needs a 'mean_below'");
  if (after.accuracy_at_least && map.story.probes.questions == 0)
    return refuse(node.at("accuracy_at_least"), "'accuracy_at_least' needs probes with questions");
  return check_in_run(Value{"from", value_or_map(node, "from"), map.story}, after.from, AtEnd::refused);
}

}  // namespace check_expectations_impl

Result<void> check_expectations(const Value& map, const Expectations& expect) {
  using namespace check_expectations_impl;
  for (const auto check : {check_pages, check_findings, check_first_event, check_steadying, check_policy,
                           check_forecast, check_after})
    FORESHOCK_CHECK(check(map, expect));
  return {};
}

}  // namespace foreshock::scenario
