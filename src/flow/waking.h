#pragma once
// The filters between a finding and a page, in their order (DESIGN 5).
#include <span>

#include "core/event.h"
#include "detect/watch.h"
#include "flow/incident.h"
#include "flow/loop_options.h"

namespace foreshock::flow {

// The finding of INCIDENT for which somebody is to be woken now, or nullptr. Writes into the others why not.
// Of several, those that only have not lasted long enough yet among them, the one in the widest stratum of
// those that moved nearly as far, in terms of what matters, as the furthest.
const Finding* waking(Incident& incident, const detect::Watch& watch, std::span<const Event> events,
                      const LoopOptions& options, Instant now);

// Of a finding for which somebody is woken: severe where a great part of a stratum's requests is broken, else
// a warning.
Severity severity_of(const Finding& finding, const detect::Watch& watch, const LoopOptions& options,
                     Instant now);

}  // namespace foreshock::flow
