#pragma once
// Which part of the language this version can play: what it cannot is refused, never passed over.
#include <string>

#include "core/result.h"
#include "scenario/story.h"

namespace foreshock::scenario {

bool has_effect(enginesim::Dial dial);

// Errors: unsupported, "FILE: what", for a dial without effect, fidelity bucket and the real clock.
Result<void> check_playable(const Story& story, const std::string& file);

}  // namespace foreshock::scenario
