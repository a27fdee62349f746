#pragma once
// What does not belong into an answer: markers, words of another script, another person's facts.
#include <cstdint>
#include <string>
#include <vector>

#include "enginesim/answer_flaws.h"
#include "enginesim/random.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

struct Insertion {
  std::string text;
  int64_t tokens = 0;
  bool is_sentence = false;  // stands between sentences, not between words
};

// What FLAWS ask for in an answer in LANGUAGE, in MOST tokens together; what does not fit is left out.
std::vector<Insertion> draw_insertions(const AnswerFlaws& flaws, Language language, int64_t most,
                                       Random& random);

// Words of a script that a question in LANGUAGE may have beside its own, and no flaw ever has.
Insertion draw_second_script(Language language, int64_t most, Random& random);

// At a place outside of code; TEXT then has as many more tokens as INSERTION.
void insert(std::string& text, const Insertion& insertion, Random& random);

}  // namespace foreshock::enginesim
