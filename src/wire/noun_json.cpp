#include "wire/noun_json.h"

#include <nlohmann/json.hpp>

#include "core/event_kinds.h"

namespace foreshock::wire {
namespace noun_json_impl {

using Json = nlohmann::ordered_json;

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const Because& because) {
  Json json = Json::array();
  for (const Identity& identity : because) json.push_back(to_text(identity));
  return json;
}

Json json_of(const Stratum& stratum) {
  Json json = Json::object();
  if (!stratum.dimension.empty()) json[stratum.dimension] = stratum.value;
  return json;
}

Json or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json json_of(const Finding& finding) {
  return {{"id", to_text(finding.id)},
          {"series", finding.series.signal},
          {"strata", json_of(finding.series.stratum)},
          {"at", unix_seconds(finding.found_at)},
          {"onset", unix_seconds(finding.onset)},
          {"shape", name_of(finding.shape)},
          {"direction", name_of(finding.change)},
          {"size", finding.size.value},
          {"interval", {finding.size.low, finding.size.high}},
          {"level", finding.size.level},
          {"before", finding.before},
          {"severity", name_of(finding.severity)},
          {"silence", name_of(finding.silence)},
          {"detector", finding.detector},
          {"because", json_of(finding.because)}};
}

Json json_of(const Event& event) {
  return {{"id", to_text(event.id)},
          {"kind", name_of(event.kind)},
          {"at", unix_seconds(event.at)},
          {"until", event.until ? Json(unix_seconds(*event.until)) : Json()},
          {"subject", event.scope.value.empty() ? Json() : Json(event.scope.value)},
          {"scope", json_of(event.scope)},
          {"text", event.about},
          {"posted", event.posted}};
}

Json json_of(const Measured& measured) {
  return {{"series", measured.series.signal},
          {"strata", json_of(measured.series.stratum)},
          {"standing", name_of(measured.standing)},
          {"before", measured.before},
          {"after", measured.after}};
}

Json json_of(const Evidence& evidence) {
  return {{"statement", evidence.statement},
          {"weight", evidence.weight},
          {"measured", evidence.measured ? json_of(*evidence.measured) : Json()},
          {"because", json_of(evidence.because)}};
}

Json json_of(const Cause& cause) {
  Json evidence = Json::array();
  for (const Evidence& one : cause.evidence) evidence.push_back(json_of(one));
  return {{"cause", cause.name}, {"probability", cause.probability}, {"evidence", std::move(evidence)}};
}

Json json_of(const Diagnosis& diagnosis) {
  Json causes = Json::array();
  for (const Cause& cause : diagnosis.causes) causes.push_back(json_of(cause));
  return {{"id", to_text(diagnosis.id)},
          {"at", unix_seconds(diagnosis.at)},
          {"causes", std::move(causes)},
          {"events", json_of(diagnosis.events)},
          {"because", json_of(diagnosis.because)}};
}

}  // namespace noun_json_impl

std::string to_json(const Finding& finding) {
  return noun_json_impl::to_line(noun_json_impl::json_of(finding));
}
std::string to_json(const Event& event) {
  return noun_json_impl::to_line(noun_json_impl::json_of(event));
}
std::string to_json(const Diagnosis& diagnosis) {
  return noun_json_impl::to_line(noun_json_impl::json_of(diagnosis));
}

std::string to_json(const Page& page) {
  using namespace noun_json_impl;
  Json events = Json::array();
  for (const Event& event : page.events) events.push_back(json_of(event));
  return to_line({{"id", to_text(page.id)},
                  {"at", unix_seconds(page.at)},
                  {"severity", name_of(page.lead.severity)},
                  {"lead", json_of(page.lead)},
                  {"findings", json_of(page.findings)},
                  {"events", std::move(events)},
                  {"diagnosis", json_of(page.diagnosis)}});
}

std::string to_json(const Action& action) {
  using namespace noun_json_impl;
  return to_line({{"id", to_text(action.id)},
                  {"policy", action.policy},
                  {"autonomy", name_of(action.autonomy)},
                  {"at", unix_seconds(action.at)},
                  {"dial", action.setting.dial},
                  {"scope", json_of(action.setting.scope)},
                  {"value", or_null(action.setting.value)},
                  {"previous", or_null(action.setting.previous)},
                  {"until", unix_seconds(action.setting.until)},
                  {"because", json_of(action.because)}});
}

std::string to_json(const Verdict& verdict) {
  using namespace noun_json_impl;
  return to_line({{"id", to_text(verdict.id)},
                  {"at", unix_seconds(verdict.at)},
                  {"series", verdict.series.signal},
                  {"strata", json_of(verdict.series.stratum)},
                  {"decision", name_of(verdict.decision)},
                  {"effect", verdict.effect.value},
                  {"interval", {verdict.effect.low, verdict.effect.high}},
                  {"level", verdict.effect.level},
                  {"before", verdict.before},
                  {"because", json_of(verdict.because)}});
}

}  // namespace foreshock::wire
