#pragma once
#include "scenario/fields.h"

namespace foreshock::scenario {

// Whether every route and every fault of the story can have an effect. STORY is whole, its node the document.
Result<void> check_effects(const Value& story);

}  // namespace foreshock::scenario
