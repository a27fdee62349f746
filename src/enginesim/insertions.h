#pragma once
// What does not belong into an answer: markers, words of another script, another person's facts.
#include <cstdint>
#include <string>
#include <vector>

#include "enginesim/answer_flaws.h"
#include "enginesim/random.h"
#include "enginesim/scripts.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

// Where something may stand. Between ideographs nothing shows where a word ends, but behind a punctuation
// mark one has.
enum class Place : uint8_t { between_ideographs_or_words, between_words, between_sentences };

struct Insertion {
  std::string text;
  int64_t tokens = 0;
  Place place = Place::between_ideographs_or_words;
};

// What FLAWS ask for in an answer in LANGUAGE to a prompt with IN_PROMPT, in MOST tokens together; what does
// not fit is left out.
std::vector<Insertion> draw_insertions(const AnswerFlaws& flaws, Language language, Scripts in_prompt,
                                       int64_t most, Random& random);

// Words of a script that a question in LANGUAGE may have beside its own, and no flaw ever has.
Insertion draw_second_script(Language language, int64_t most, Random& random);

// At a place outside of code; TEXT then has as many more tokens as INSERTION.
void insert(std::string& text, const Insertion& insertion, Random& random);

}  // namespace foreshock::enginesim
