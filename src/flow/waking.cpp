#include "flow/waking.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "detect/filters.h"

namespace foreshock::flow {
namespace waking_impl {

constexpr double nearly_as_far = 0.7;

// A great part of the requests of a stratum is broken: no waiting whether it goes away.
bool is_severe(const Finding& finding, const SignalSpec& spec, const LoopOptions& options, Instant now) {
  return spec.watched == Watched::rate && now - finding.onset >= options.severe_lasting &&
         std::abs(finding.size.value) >= options.severe_share.value;
}

// none: somebody is to be woken.
Silence silence_of(const Finding& finding, const detect::Watch& watch, std::span<const Event> events,
                   const LoopOptions& options, Instant now) {
  const SignalSpec* spec = watch.spec(finding.series.signal);
  if (!detect::wakes(*spec, finding.change)) return Silence::for_the_record;
  if (detect::harness_changed(finding, events)) return Silence::probes_changed;
  const bool severe = is_severe(finding, *spec, options, now);
  if (!severe && now < finding.onset + options.lasting) return Silence::too_short;
  if (detect::went_away(finding, watch, now)) return Silence::went_away;
  if (detect::only_the_mix(finding, watch, now)) return Silence::only_the_mix;
  if (detect::only_packed(finding, watch, now)) return Silence::too_small;
  if (severe) return Silence::none;
  const auto shift = watch.shift(finding.series, finding.onset, now);
  const Standing expected = finding.change == Change::rise ? Standing::rose : Standing::fell;
  return shift && standing_of(*shift) == expected ? Silence::none : Silence::too_small;
}

bool is_for_good(Silence silence) {
  return silence == Silence::for_the_record || silence == Silence::probes_changed ||
         silence == Silence::went_away;
}

struct Candidate {
  const Finding* finding;
  double size;  // in terms of what matters
};

// The total, a dimension, a pair of dimensions.
int narrowness(const Stratum& stratum) {
  if (stratum.dimension.empty()) return 0;
  return stratum.dimension.find('+') == std::string::npos ? 1 : 2;
}

}  // namespace waking_impl

const Finding* waking(Incident& incident, const detect::Watch& watch, std::span<const Event> events,
                      const LoopOptions& options, Instant now) {
  using namespace waking_impl;
  std::vector<Candidate> candidates;
  bool anybody = false;
  double most = 0;
  LoopOptions without_waiting = options;
  without_waiting.lasting = Duration{};
  for (OpenFinding& open : incident.findings) {
    Finding& finding = open.finding;
    if (open.over || is_for_good(finding.silence)) continue;
    finding.silence = silence_of(finding, watch, events, options, now);
    anybody = anybody || finding.silence == Silence::none;
    const bool is_late = finding.silence == Silence::too_short &&
                         silence_of(finding, watch, events, without_waiting, now) == Silence::none;
    if (finding.silence != Silence::none && !is_late) continue;
    const auto shift = watch.shift(finding.series, finding.onset, now);
    candidates.push_back({&finding, std::abs(shift->mean) / shift->matters});
    most = std::max(most, candidates.back().size);
  }
  if (!anybody) return nullptr;
  std::erase_if(candidates, [most](const Candidate& one) { return one.size < nearly_as_far * most; });
  const auto widest =
      std::min_element(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
        const int wide_a = narrowness(a.finding->series.stratum),
                  wide_b = narrowness(b.finding->series.stratum);
        return wide_a != wide_b ? wide_a < wide_b : a.size > b.size;
      });
  return widest == candidates.end() ? nullptr : widest->finding;
}

Severity severity_of(const Finding& finding, const detect::Watch& watch, const LoopOptions& options,
                     Instant now) {
  const bool severe = waking_impl::is_severe(finding, *watch.spec(finding.series.signal), options, now);
  return severe ? Severity::severe : Severity::warning;
}

}  // namespace foreshock::flow
