#pragma once
// What a model says when it has nothing to say.
#include "enginesim/phrases.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

// Whole sentences. They live for ever.
const Phrases& boilerplate(Language language);
const Phrases& praise(Language language);
const Phrases& refusals(Language language);

}  // namespace foreshock::enginesim
