#include <cmath>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/event_kinds.h"
#include "wire/noun_json.h"

namespace foreshock::wire {
namespace noun_json_read_impl {

using Json = nlohmann::json;

Identity identity_of(const Json& json) {
  const auto identity = parse_identity(json.get_ref<const std::string&>());
  if (!identity) throw std::invalid_argument(fmt::format("{} is no id", json.dump()));
  return *identity;
}

Because because_of(const Json& json) {
  Because because;
  for (const Json& one : json) because.push_back(identity_of(one));
  return because;
}

Stratum stratum_of(const Json& json) {
  if (json.empty()) return {};
  return {json.begin().key(), json.front().get<std::string>()};
}

// To the microsecond: a double holds no more of the seconds since the epoch.
Instant instant_of(const Json& json) {
  constexpr double farthest = 7'258'118'400;  // s: to the year 2200, as far as an Instant is read anywhere
  const auto since_epoch = json.get<double>();
  if (!(std::abs(since_epoch) <= farthest))
    throw std::invalid_argument(fmt::format("{} is no time", json.dump()));
  return Instant{std::chrono::microseconds(std::llround(since_epoch * 1e6))};
}

std::optional<double> maybe(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

Interval interval_of(const Json& json, const char* value) {
  const Json& limits = json.at("interval");
  return {json.at(value), limits.at(0), limits.at(1), json.at("level")};
}

// The enumerator of that name, up to LAST.
template <class Enum>
Enum named(const Json& json, Enum last) {
  const auto& name = json.get_ref<const std::string&>();
  for (size_t i = 0; i <= static_cast<size_t>(last); ++i)
    if (name_of(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
  throw std::invalid_argument(fmt::format("unknown name '{}'", name));
}

void read(const Json& json, Finding& finding) {
  finding.id = identity_of(json.at("id"));
  finding.series = {json.at("series"), stratum_of(json.at("strata"))};
  finding.found_at = instant_of(json.at("at"));
  finding.onset = instant_of(json.at("onset"));
  finding.shape = named(json.at("shape"), Shape::load_dependent);
  finding.change = named(json.at("direction"), Change::fall);
  finding.size = interval_of(json, "size");
  finding.before = json.at("before");
  finding.severity = named(json.at("severity"), Severity::severe);
  if (json.contains("silence")) finding.silence = named(json.at("silence"), Silence::told_already);
  finding.detector = json.at("detector");
  finding.because = because_of(json.at("because"));
}

void read(const Json& json, Event& event) {
  event.id = identity_of(json.at("id"));
  event.kind = named(json.at("kind"), event_kinds.back().value);
  event.at = instant_of(json.at("at"));
  if (!json.at("until").is_null()) event.until = instant_of(json.at("until"));
  event.scope = stratum_of(json.at("scope"));
  event.about = json.at("text");
  event.posted = json.at("posted");
}

Measured measured_of(const Json& json) {
  return {{json.at("series"), stratum_of(json.at("strata"))},
          named(json.at("standing"), Standing::fell),
          json.at("before"),
          json.at("after")};
}

Evidence evidence_of(const Json& json) {
  Evidence evidence{json.at("statement"), json.at("weight"), because_of(json.at("because")), {}};
  if (json.contains("measured") && !json.at("measured").is_null())
    evidence.measured = measured_of(json.at("measured"));
  return evidence;
}

Cause cause_of(const Json& json) {
  Cause cause{json.at("cause"), json.at("probability"), {}};
  for (const Json& one : json.at("evidence")) cause.evidence.push_back(evidence_of(one));
  return cause;
}

void read(const Json& json, Diagnosis& diagnosis) {
  diagnosis.id = identity_of(json.at("id"));
  diagnosis.at = instant_of(json.at("at"));
  for (const Json& cause : json.at("causes")) diagnosis.causes.push_back(cause_of(cause));
  diagnosis.events = because_of(json.at("events"));
  diagnosis.because = because_of(json.at("because"));
}

void read(const Json& json, Page& page) {
  page.id = identity_of(json.at("id"));
  page.at = instant_of(json.at("at"));
  read(json.at("lead"), page.lead);
  page.findings = because_of(json.at("findings"));
  for (const Json& event : json.at("events")) read(event, page.events.emplace_back());
  read(json.at("diagnosis"), page.diagnosis);
}

void read(const Json& json, Action& action) {
  action.id = identity_of(json.at("id"));
  action.policy = json.at("policy");
  action.autonomy = named(json.at("autonomy"), Autonomy::act);
  action.at = instant_of(json.at("at"));
  action.setting = {json.at("dial"), stratum_of(json.at("scope")), maybe(json.at("value")),
                    maybe(json.at("previous")), instant_of(json.at("until"))};
  action.because = because_of(json.at("because"));
}

void read(const Json& json, Verdict& verdict) {
  verdict.id = identity_of(json.at("id"));
  verdict.at = instant_of(json.at("at"));
  verdict.series = {json.at("series"), stratum_of(json.at("strata"))};
  verdict.decision = named(json.at("decision"), Decision::not_proven);
  verdict.effect = interval_of(json, "effect");
  if (json.contains("before")) verdict.before = json.at("before");
  verdict.because = because_of(json.at("because"));
}

// nlohmann and std throw where something is missing or of another type.
template <class Kind>
Result<Kind> read_text(std::string_view text, std::string_view what) {
  try {
    Kind noun;
    read(Json::parse(text), noun);
    return noun;
  } catch (const std::exception& error) {
    return fail(Code::bad_request, fmt::format("this is no {}: {}", what, error.what()),
                "Is it of a Foreshock of this version?");
  }
}

}  // namespace noun_json_read_impl

Result<Finding> read_finding(std::string_view text) {
  return noun_json_read_impl::read_text<Finding>(text, "finding");
}
Result<Event> read_event(std::string_view text) {
  return noun_json_read_impl::read_text<Event>(text, "event");
}
Result<Diagnosis> read_diagnosis(std::string_view text) {
  return noun_json_read_impl::read_text<Diagnosis>(text, "diagnosis");
}
Result<Page> read_page(std::string_view text) {
  return noun_json_read_impl::read_text<Page>(text, "page");
}
Result<Action> read_action(std::string_view text) {
  return noun_json_read_impl::read_text<Action>(text, "action");
}
Result<Verdict> read_verdict(std::string_view text) {
  return noun_json_read_impl::read_text<Verdict>(text, "verdict");
}

}  // namespace foreshock::wire
