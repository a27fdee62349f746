#pragma once
// The words of an answer whose numbers are decided: what the server sends token by token and what a story
// writes out for text signals.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "enginesim/answer_flaws.h"
#include "enginesim/code_text.h"
#include "enginesim/random.h"
#include "enginesim/scripts.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

struct Tool {
  std::string name;
  std::string schema;  // JSON Schema of its arguments
};

// Tokens are those of tokens.h.
struct AnswerBrief {
  Language language = Language::english;
  Scripts prompt_scripts;                // that the prompt has, beside that of LANGUAGE
  std::optional<CodeLanguage> code;      // with a block of code in it
  std::optional<std::string_view> json;  // instead of prose: JSON that fits this JSON Schema
  int64_t text_tokens = 0;
  int64_t reasoning_tokens = 0;
  std::string says;            // how prose begins
  const Tool* call = nullptr;  // instead of text: a call of this tool
  bool at_limit = false;       // cut in the middle: no full stop, no closing fence or brace
  AnswerFlaws flaws;
};

struct WrittenAnswer {
  std::string reasoning, text;
  std::string tool_arguments;  // of the call, where there is one
};

// Text and reasoning have exactly as many tokens as BRIEF says, where that is possible at all: JSON, calls
// and the smallest block of code are as long as they are. The same BRIEF and RANDOM give the same words;
// a flaw changes no more than it must, so that answers with and without it are alike.
WrittenAnswer write_answer(const AnswerBrief& brief, Random& random);

// A user's message of TOKENS tokens. SECOND_SCRIPT: with words of another script in it.
std::string write_question(Language language, int64_t tokens, bool second_script, Random& random);

}  // namespace foreshock::enginesim
