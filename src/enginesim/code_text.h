#pragma once
// Answers with a block of code that parses.
#include <cstdint>
#include <string>

#include "enginesim/random.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

enum class CodeLanguage : uint8_t { python, javascript, cpp };

// A sentence, a fenced function, and closing prose in LANGUAGE: exactly TOKENS tokens, or as few more as the
// smallest function needs.
std::string write_code_answer(CodeLanguage code, Language language, int64_t tokens, Random& random);

}  // namespace foreshock::enginesim
