#pragma once
// Which events may be held responsible for a finding.
#include <span>
#include <vector>

#include "core/event.h"
#include "core/finding.h"

namespace foreshock::diagnose {

struct RankedEvent {
  const Event* event;
  double weight;  // log-likelihood ratio: above 0
};

// Those that touched where FINDING is, and began before it or, as far as an onset is known, with it. The
// nearer the more likely (exponential, mean 20 minutes); what people or processes did comes before traffic
// that may follow from it. Best first.
std::vector<RankedEvent> rank_events(const Finding& finding, std::span<const Event> events);

}  // namespace foreshock::diagnose
