#pragma once
// What the engine knows of a prompt: its length, its identity for the prefix cache, and what it asks for.
#include <optional>
#include <string_view>
#include <vector>

#include "enginesim/code_text.h"
#include "enginesim/scripts.h"
#include "enginesim/tokens.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

struct Prompt {
  TokenChain chain;                    // over the whole prompt
  std::vector<uint64_t> block_hashes;  // one for each full block
  Language language = Language::english;
  Scripts scripts;                   // of what was written, without the template around it
  std::optional<CodeLanguage> code;  // asks for code in this language
  bool asks_for_tool = false;

  int64_t tokens() const { return chain.tokens(); }
};

// TEXT is all that the model reads; QUESTION is what must be answered: the last message, or TEXT itself.
Prompt read_prompt(std::string_view text, std::string_view question);

}  // namespace foreshock::enginesim
