#pragma once
// Plausible sentences of an exact length.
#include <string>

#include "enginesim/random.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

// Exactly TOKENS tokens, at least 1, ending with a full stop; the same text for the same RANDOM.
std::string write_prose(Language language, int64_t tokens, Random& random);

}  // namespace foreshock::enginesim
