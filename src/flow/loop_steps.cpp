// The steps of the loop, one function an arrow.
#include <algorithm>

#include "core/catalog.h"
#include "detect/shape.h"
#include "diagnose/diagnose.h"
#include "flow/engine_facts.h"
#include "flow/loop.h"
#include "flow/reach.h"
#include "flow/waking.h"

namespace foreshock::flow {
namespace loop_steps_impl {

constexpr Duration shape_settles = std::chrono::hours(1);        // after the onset
constexpr Duration diagnosis_settles = std::chrono::minutes(5);  // after the page

struct ToBeMended {
  SeriesKey series;
  Change change;
};

// What ACTION is to mend: the signal by which its policy is judged, where the dial is turned; everywhere, in
// the widest stratum of INCIDENT where it was found. Where it was not found yet it is what users feel all the
// same: the dial moves the lead's own signal by itself (shorter drafts are accepted shorter).
ToBeMended to_be_mended(const Incident& incident, const Action& action, const detect::Watch& watch) {
  const Finding& lead = incident.page->lead;
  const auto* policy = find_by_name(mitigate::policies(), action.policy);
  if (policy == nullptr || policy->judged_by.empty()) return {lead.series, lead.change};
  const Finding* best = nullptr;
  const Stratum& scope = action.setting.scope;
  for (const OpenFinding& open : incident.findings)
    if (open.finding.series.signal == policy->judged_by &&
        (scope == Stratum{} || open.finding.series.stratum == scope))
      if (best == nullptr || open.finding.series.stratum < best->series.stratum) best = &open.finding;
  if (best != nullptr) return {best->series, best->change};
  const SeriesKey there{std::string(policy->judged_by), scope == Stratum{} ? lead.series.stratum : scope};
  const bool is_watched = watch.find(there) != nullptr;
  return {is_watched ? there : SeriesKey{there.signal, {}}, Change::rise};
}

verify::Trial trial_of(const Incident& incident, const Action& action, Instant acted_at,
                       const detect::Watch& watch) {
  const ToBeMended judged = to_be_mended(incident, action, watch);
  return {action.id, judged.series, judged.change, incident.page->lead.onset, acted_at};
}

}  // namespace loop_steps_impl

// That of a finding which began about then, or of the same series; else a new one.
Incident& Loop::incident_of(const Finding& finding) {
  for (auto incident = incidents_.rbegin(); incident != incidents_.rend(); ++incident)
    for (const OpenFinding& open : incident->findings) {
      const bool about_then = std::chrono::abs(open.finding.onset - finding.onset) <= options_.incident_gap;
      if (about_then || open.finding.series == finding.series) return *incident;
    }
  return incidents_.emplace_back();
}

void Loop::open(Finding finding, Instant now) {
  finding.id = next(Noun::finding);
  if (ports_.witnesses != nullptr) finding.because = ports_.witnesses->of(finding);
  Incident& incident = incident_of(finding);
  incident.over_since.reset();
  if (incident.page)
    finding.silence = Silence::told_already;
  else if (now - first_at_ < options_.learning)
    finding.silence = Silence::learning;
  ports_.journal.keep(finding);
  incident.findings.push_back({.finding = finding, .told = finding.silence});
}

// What has changed may have gone; while it lasts, its shape and onset are known better from minute to minute.
void Loop::follow(Incident& incident, Instant now) {
  bool all_over = true;
  for (OpenFinding& open : incident.findings) {
    Finding& finding = open.finding;
    const bool changed = watch_.changed(finding.series);
    open.over = open.over || !changed;
    all_over = all_over && !changed;
    if (open.over || now - finding.onset > loop_steps_impl::shape_settles) continue;
    const auto fitted = detect::fit_shape(*watch_.find(finding.series), finding.onset, now);
    if (fitted.shape == finding.shape) continue;
    finding.shape = fitted.shape;
    ports_.journal.keep(finding);
  }
  if (!all_over)
    incident.over_since.reset();
  else if (!incident.over_since)
    incident.over_since = now;
}

// Why nobody is told of a finding can be looked up.
void Loop::note_silences(Incident& incident) {
  for (OpenFinding& open : incident.findings)
    if (std::exchange(open.told, open.finding.silence) != open.finding.silence)
      ports_.journal.keep(open.finding);
}

void Loop::wake(Incident& incident, const Finding& lead, Instant now) {
  for (OpenFinding& open : incident.findings)
    if (!open.over) open.finding.silence = Silence::none;
  Page page;
  page.lead = lead;
  page.lead.severity = severity_of(lead, watch_, options_, now);
  page.at = now;
  page.diagnosis.id = next(Noun::diagnosis);
  page.id = next(Noun::page);
  page = explained(std::move(page), incident, now);
  ports_.journal.keep(page.diagnosis);
  ports_.journal.keep(page);
  incident.page = std::move(page);
}

// By what is known by now.
Page Loop::explained(Page page, const Incident& incident, Instant now) const {
  std::vector<Finding> findings;
  for (const OpenFinding& open : incident.findings)
    if (!open.over) findings.push_back(open.finding);
  const Identity id = page.diagnosis.id;
  page.diagnosis = diagnose::diagnose({page.lead, findings, events_, watch_, now});
  page.diagnosis.id = id;
  page.findings.clear();
  for (const Finding& finding : findings) page.findings.push_back(finding.id);
  page.events.clear();
  for (const Identity event : page.diagnosis.events)
    page.events.push_back(
        *std::find_if(events_.begin(), events_.end(), [event](const Event& e) { return e.id == event; }));
  return page;
}

// One action an incident. What would have been done, or waits for a person, is written down too. Where what
// was known when somebody was woken names no cause that a policy answers, it is looked at again for a while:
// readings come later than requests.
void Loop::answer(Incident& incident, Instant now) {
  if (ports_.board == nullptr || ports_.pending == nullptr) return;
  if (answer(incident, *incident.page, now)) return;
  const Duration age = now - incident.page->at;
  if (age == Duration{} || age > loop_steps_impl::diagnosis_settles) return;
  Page page = explained(*incident.page, incident, now);
  if (!answer(incident, page, now)) return;
  ports_.journal.keep(page.diagnosis);
  ports_.journal.keep(page);
  incident.page = std::move(page);
}

// Whether there was something to do about PAGE.
bool Loop::answer(Incident& incident, const Page& page, Instant now) {
  const mitigate::Situation situation{.scope = reach_of(page.lead, watch_, now),
                                      .engine = engine_facts(watch_, now)};
  auto answer = mitigate::answer(page.diagnosis, situation, actions_, options_.mitigate, now);
  if (!answer.action) return false;
  Action& action = *answer.action;
  action.id = next(Noun::action);
  actions_.note(action, situation.share);
  const bool done = mitigate::carry_out(action, *ports_.board, *ports_.pending).has_value();
  if (!done) action.autonomy = Autonomy::observe;  // the kill switch, say: what would have been done
  ports_.journal.keep(action);
  if (done && action.autonomy == Autonomy::act)
    incident.trial = loop_steps_impl::trial_of(incident, action, now, watch_);
  incident.action = std::move(action);
  return true;
}

// What a person has approved is on trial from then on, like what was done without asking.
void Loop::note_approval(Incident& incident, Instant now) {
  if (!incident.action || incident.action->autonomy != Autonomy::suggest || incident.approved) return;
  const Identity id = incident.action->id;
  for (const Lease& lease : ports_.board->list(now)) {
    const Because& because = lease.warrant.because;
    if (std::find(because.begin(), because.end(), id) == because.end()) continue;
    incident.approved = true;
    incident.trial = loop_steps_impl::trial_of(incident, *incident.action, lease.since, watch_);
  }
}

// What did not help is undone.
void Loop::judge(Incident& incident, Instant now) {
  if (!incident.trial) return;
  auto verdict = verify::judge(*incident.trial, watch_, now, options_.trial);
  if (!verdict) return;
  incident.trial.reset();
  verdict->id = next(Noun::verdict);
  ports_.journal.keep(*verdict);
  if (verdict->decision == Decision::keep) return;
  const DialSetting& setting = incident.action->setting;
  const Warrant warrant{"verdict", true, {verdict->id, incident.action->id}};
  if (ports_.board->undo(setting.dial, setting.scope, warrant, now)) actions_.undone(setting.scope, now);
}

Learning Loop::learning() const {
  Learning learning;
  if (first_at_ == Instant{}) return learning;
  learning.since = first_at_;
  learning.until = first_at_ + options_.learning;
  learning.least = detect::LevelBaseline::shortest;
  learning.series = watch_.series();
  learning.known = watch_.known();
  learning.unknown = watch_.unknown();
  return learning;
}

}  // namespace foreshock::flow
