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

// What a fault makes of one token's distribution.
struct Oddity {
  double added_entropy = 0;  // bits
  bool top_dropped = false;  // the likeliest token, of p > 0.9, is not the one that was chosen
};

// The distribution of a token is geometric: the likeliest has the certainty p, each other one (1 - p) times
// what the one before it has. Drawn; most tokens of a real model are nearly certain, some are open.
double draw_certainty(Random& random, const Oddity& oddity = {});
// -log2(p) - (1 - p) / p · log2(1 - p), in bits.
double entropy_of(double certainty);
// The other way round; ENTROPY at most 24 bits.
double certainty_of(double entropy);
// Natural logarithms of the COUNT highest probabilities, the highest first.
std::vector<double> top_logprobs(double certainty, int64_t count);

// The TOP most probable tokens, CHOSEN first, or second where the top is dropped; the others are words of
// LANGUAGE, each once.
Logprobs draw_logprobs(std::string_view chosen, int64_t top, Language language, Random& random,
                       const Oddity& oddity = {});

}  // namespace foreshock::enginesim
