#pragma once
// What stands between a finding and a page: each says why somebody need not be woken.
#include <span>

#include "core/event.h"
#include "core/finding.h"
#include "core/shift.h"
#include "core/signal_spec.h"

namespace foreshock::detect {

// Whether a change of SPEC in that direction is one to be woken for at all.
bool wakes(const SignalSpec& spec, Change change);

// It came and went: what was seen in the last minute or two is back to less than half of what was found.
bool went_away(const Finding& finding, const ShiftBook& book, Instant now);

// The requests are others, and each kind is served as ever: of the dimensions class and prompt, one has no
// value in which the series moved half as far as in the finding's own stratum. Looked for within the stratum
// where pairs of it are watched, else in all requests; a place where they are served moves them by its share.
bool only_the_mix(const Finding& finding, const ShiftBook& book, Instant now);

// Tokens come as fast as before and are only packed otherwise: gaps between events are longer, and the decode
// rate of the same streams (of all, where the stratum has none and the gaps of all grew half as far) surely
// did not change. The longest gap has grown no further than the others.
bool only_packed(const Finding& finding, const ShiftBook& book, Instant now);

// The measure is another: the probes' version changed when it began, or within the six hours before.
bool harness_changed(const Finding& finding, std::span<const Event> events);

}  // namespace foreshock::detect
