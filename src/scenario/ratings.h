#pragma once
// How the users of a story like its answers.
#include <optional>

#include "scenario/request_effects.h"

namespace foreshock::scenario {

// Whether the user rates an answer, and then whether the rating is up. THUMBS_UP: the chance that an answer
// that is not broken is liked (client.thumbs_up).
std::optional<bool> rating_of(const Story& story, uint64_t seed, const Asked& asked, const Plan& plan,
                              double thumbs_up);

}  // namespace foreshock::scenario
