#include "cli/story_json.h"

#include "core/event_kinds.h"
#include "scenario/story_clock.h"

namespace foreshock::cli {
namespace story_json_impl {

using Json = nlohmann::ordered_json;

// In seconds of the story, to the millisecond; whole ones without decimals.
Json at_s(Instant at, const PlayedStory& played) {
  const int64_t ms = (at - scenario::story_start(played.story)) / std::chrono::milliseconds(1);
  if (ms % 1000 == 0) return ms / 1000;
  return static_cast<double>(ms) / 1000;
}

Json optional(std::optional<double> value) {
  return value ? Json(*value) : Json(nullptr);
}

Json strata(const Stratum& stratum) {
  Json out = Json::object();
  if (!stratum.dimension.empty()) out[stratum.dimension] = stratum.value;
  return out;
}

Json finding(const Finding& finding, const PlayedStory& played) {
  return {{"id", to_text(finding.id)},
          {"series", finding.series.signal},
          {"strata", strata(finding.series.stratum)},
          {"at_s", at_s(finding.found_at, played)},
          {"onset_s", at_s(finding.onset, played)},
          {"shape", name_of(finding.shape)},
          {"direction", name_of(finding.change)},
          {"size", finding.size.value},
          {"interval", {finding.size.low, finding.size.high}},
          {"paged", played.record.paged(finding.id)},
          {"silence", name_of(finding.silence)}};
}

Json page(const Page& page, const PlayedStory& played) {
  Json events = Json::array(), causes = Json::array();
  for (const Event& event : page.events) events.push_back(name_of(event.kind));
  for (const Cause& cause : page.diagnosis.causes) causes.push_back(cause.name);
  const double start = unix_seconds(scenario::story_start(played.story));
  return {{"id", to_text(page.id)},
          {"at_s", at_s(page.at, played)},
          {"onset_s", at_s(page.lead.onset, played)},
          {"severity", name_of(page.lead.severity)},
          {"affected_requests", played.result.affected_requests(unix_seconds(page.lead.onset) - start,
                                                                unix_seconds(page.at) - start)},
          {"finding", to_text(page.lead.id)},
          {"series", page.lead.series.signal},
          {"shape", name_of(page.lead.shape)},
          {"direction", name_of(page.lead.change)},
          {"events", std::move(events)},
          {"causes", std::move(causes)},
          {"strata", strata(page.lead.series.stratum)},
          {"forecast", nullptr}};
}

Json action(const Action& action, const PlayedStory& played) {
  Json because = Json::array();
  for (const Identity id : action.because) because.push_back(to_text(id));
  return {{"id", to_text(action.id)},
          {"at_s", at_s(action.at, played)},
          {"policy", action.policy},
          {"autonomy", name_of(action.autonomy)},
          {"dial", action.setting.dial},
          {"strata", strata(action.setting.scope)},
          {"from", optional(action.setting.previous)},
          {"to", optional(action.setting.value)},
          {"until_s", at_s(action.setting.until, played)},
          {"because", std::move(because)}};
}

Json verdict(const Verdict& verdict, const PlayedStory& played) {
  return {{"id", to_text(verdict.id)},
          {"action", verdict.because.empty() ? "" : to_text(verdict.because.front())},
          {"at_s", at_s(verdict.at, played)},
          {"series", verdict.series.signal},
          {"strata", strata(verdict.series.stratum)},
          {"result", name_of(verdict.decision)},
          {"before", verdict.before},
          {"effect", verdict.effect.value},
          {"interval", {verdict.effect.low, verdict.effect.high}}};
}

Json list(const auto& nouns, auto to_json, const PlayedStory& played) {
  Json out = Json::array();
  for (const auto& noun : nouns) out.push_back(to_json(noun, played));
  return out;
}

}  // namespace story_json_impl

nlohmann::ordered_json story_json(const PlayedStory& played) {
  using namespace story_json_impl;
  const scenario::LoopRecord& record = played.record;
  return {
      {"scenario", played.story.name},
      {"seed", played.seed},
      {"passed", played.failed.empty()},
      {"failed", played.failed},
      {"length_s", at_s(scenario::story_start(played.story) + from_seconds(played.result.length_s), played)},
      {"requests", played.result.requests},
      {"pages", list(record.pages, page, played)},
      {"findings", list(record.findings, finding, played)},
      {"actions", list(record.actions, action, played)},
      {"verdicts", list(record.verdicts, verdict, played)},
      {"canary", nullptr}};
}

}  // namespace foreshock::cli
