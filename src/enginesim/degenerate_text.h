#pragma once
// Texts of a model that has lost itself, of exact lengths.
#include <cstdint>
#include <string>

#include "enginesim/random.h"

namespace foreshock::enginesim {

// One character for ever.
std::string write_bang(int64_t tokens, Random& random);
// Tokens of all scripts and broken characters without sense, in valid UTF-8.
std::string write_garbage(int64_t tokens, Random& random);

constexpr int64_t loop_tokens = 24;
// How many tokens of an answer of TOKENS come before it loops, the first round included: so few that three
// rounds have room where TOKENS allow that.
int64_t draw_loop_begin(int64_t tokens, Random& random);
// BEGINNING, the last tokens of which (24, or what there is) are repeated up to TOKENS.
std::string loop_from(std::string beginning, int64_t tokens);

}  // namespace foreshock::enginesim
