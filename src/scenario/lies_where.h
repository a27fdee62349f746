#pragma once
#include "core/series.h"
#include "scenario/story_expect.h"

namespace foreshock::scenario {

// Whether a stratum is one that WHERE speaks of. Everywhere lies everything; a band lies where its middle
// does.
bool lies_where(const Stratum& stratum, const Where& where);

}  // namespace foreshock::scenario
