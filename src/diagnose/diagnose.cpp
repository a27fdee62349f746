#include "diagnose/diagnose.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/event_kinds.h"
#include "diagnose/causes.h"
#include "diagnose/rank_events.h"

namespace foreshock::diagnose {
namespace diagnose_impl {

constexpr size_t most_causes = 5;
constexpr double nothing_for_it =
    5;  // less, where no evidence speaks for a cause: a prior alone explains nothing

std::string place_of(const Stratum& stratum) {
  return stratum.dimension.empty() ? "overall" : fmt::format("{} {}", stratum.dimension, stratum.value);
}

// How a signal stands where the incident is: as a finding of it says, else as it was since the onset.
struct Seen {
  Measured measured;
  Because because;
};

Seen look(std::string_view signal, const Case& incident) {
  for (const Finding& finding : incident.findings)
    if (finding.series.signal == signal)
      return {{finding.series, finding.change == Change::rise ? Standing::rose : Standing::fell,
               finding.before, finding.before + finding.size.value},
              {finding.id}};
  Seen best;
  for (const Stratum& where : {incident.lead.series.stratum, Stratum{}}) {
    const SeriesKey key{std::string(signal), where};
    const auto shift = incident.book.shift(key, incident.lead.onset, incident.now);
    if (!shift) continue;
    const Standing standing = standing_of(*shift);
    if (standing == Standing::unknown) continue;
    const double usual = incident.book.usual(key, incident.now);
    const Seen seen{{key, standing, usual, incident.book.moved(key, usual, shift->mean)}, {}};
    if (standing != Standing::steady) return seen;
    if (best.measured.standing == Standing::unknown) best = seen;
  }
  return best;
}

// What one symptom says for or against its cause; weight 0: nothing.
Evidence weigh(const Symptom& symptom, const Case& incident) {
  Seen seen = look(symptom.signal, incident);
  const Standing standing = seen.measured.standing;
  if (standing == Standing::unknown) return {};
  const bool steady = standing == Standing::steady;
  const bool as_expected =
      !steady && (symptom.either_way || (standing == Standing::rose) == (symptom.change == Change::rise));
  std::string statement =
      fmt::format("{} {} ({})", symptom.signal, steady ? "is as usual" : name_of(standing),
                  place_of(seen.measured.series.stratum));
  return {std::move(statement), as_expected ? symptom.weight.there : symptom.weight.absent,
          std::move(seen.because), std::move(seen.measured)};
}

Evidence weigh(const Trigger& trigger, std::span<const RankedEvent> events, Instant onset) {
  for (const RankedEvent& ranked : events) {
    if (ranked.event->kind != trigger.kind) continue;
    const double before = seconds(onset - ranked.event->at);
    return {fmt::format("{} {:.0f} s {} the onset ({})", name_of(trigger.kind), std::abs(before),
                        before >= 0 ? "before" : "after", ranked.event->about),
            trigger.weight * std::min(1.0, ranked.weight / 2),
            {ranked.event->id},
            {}};
  }
  return {};
}

Cause assess(const CauseKind& kind, const Case& incident, std::span<const RankedEvent> events) {
  Cause cause{std::string(kind.name), std::log(kind.prior), {}};
  const auto take = [&cause](Evidence evidence) {
    if (evidence.weight == 0) return;
    cause.probability += evidence.weight;
    cause.evidence.push_back(std::move(evidence));
  };
  for (const Symptom& symptom : kind.symptoms)
    if (!symptom.signal.empty()) take(weigh(symptom, incident));
  for (const Trigger& trigger : kind.triggers)
    if (trigger.weight != 0) take(weigh(trigger, events, incident.lead.onset));
  if (std::none_of(cause.evidence.begin(), cause.evidence.end(),
                   [](const Evidence& e) { return e.weight > 0; }))
    cause.probability -= nothing_for_it;
  std::stable_sort(cause.evidence.begin(), cause.evidence.end(), [](const Evidence& a, const Evidence& b) {
    return std::abs(a.weight) > std::abs(b.weight);
  });
  return cause;
}

// Log odds become probabilities that add up to 1.
void normalise(std::vector<Cause>& causes) {
  double highest = -1e9, sum = 0;
  for (const Cause& cause : causes) highest = std::max(highest, cause.probability);
  for (Cause& cause : causes) sum += cause.probability = std::exp(cause.probability - highest);
  for (Cause& cause : causes) cause.probability /= sum;
}

}  // namespace diagnose_impl

Diagnosis diagnose(const Case& incident) {
  using namespace diagnose_impl;
  Diagnosis diagnosis;
  diagnosis.at = incident.now;
  for (const Finding& finding : incident.findings) diagnosis.because.push_back(finding.id);
  const auto events = rank_events(incident.lead, incident.events);
  for (const RankedEvent& ranked : events) diagnosis.events.push_back(ranked.event->id);
  for (const CauseKind& kind : cause_kinds()) diagnosis.causes.push_back(assess(kind, incident, events));
  normalise(diagnosis.causes);
  std::stable_sort(diagnosis.causes.begin(), diagnosis.causes.end(),
                   [](const Cause& a, const Cause& b) { return a.probability > b.probability; });
  if (diagnosis.causes.size() > most_causes) diagnosis.causes.resize(most_causes);
  return diagnosis;
}

}  // namespace foreshock::diagnose
