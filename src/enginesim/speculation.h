#pragma once
// Speculative decoding: how many drafted tokens the model accepts.
#include <cstdint>

#include "enginesim/random.h"

namespace foreshock::enginesim {

// Drafts are checked in order until one is refused. The mean of the accepted ones and the model's own token
// is (1 - p^(k+1)) / (1 - p) (Leviathan et al. 2023, equation 1).
int64_t accepted_drafts(int64_t drafts, double acceptance, Random& random);

}  // namespace foreshock::enginesim
