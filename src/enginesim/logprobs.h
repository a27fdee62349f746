#pragma once
// What the engine says about the probability of a token that it chose.
#include <string>
#include <string_view>
#include <vector>

#include "enginesim/random.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

struct TokenLogprob {
  std::string token;
  double logprob = 0;  // natural logarithm
};

struct Logprobs {
  double chosen = 0;
  std::vector<TokenLogprob> top;  // most probable first, the chosen one among them
};

// A distribution in which CHOSEN comes first and the TOP most probable tokens hold at most 1 together; other
// tokens are words of LANGUAGE, each once.
Logprobs draw_logprobs(std::string_view chosen, int64_t top, Language language, Random& random);

}  // namespace foreshock::enginesim
