#pragma once
// The text of an answer that is no call, up to the flaws that take the model over.
#include <string>

#include "enginesim/written_answer.h"

namespace foreshock::enginesim {

// Prose, mark-down, code, JSON or a refusal, as BRIEF says, of brief.text_tokens; with what its flaws put in
// place of sentences and statements, and nothing between them.
std::string write_answer_text(const AnswerBrief& brief, Random& random);

// TOKENS of prose, without an end.
std::string write_cut_prose(Language language, int64_t tokens, Random& random);

}  // namespace foreshock::enginesim
