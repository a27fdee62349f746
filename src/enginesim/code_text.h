#pragma once
// Blocks of code.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "enginesim/random.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

enum class CodeLanguage : uint8_t { python, javascript, typescript, java, cpp, c, go, rust, sql };

struct CodeName {
  std::string_view name;  // in lower case
  CodeLanguage language;
  bool is_everyday_word = false;  // means the language only where code is spoken of
};
// What users call the languages; a name that is part of another one comes after it.
std::span<const CodeName> code_names();
// NAME in any case; nothing for one that is unknown.
std::optional<CodeLanguage> code_language_of(std::string_view name);

struct CodeFlaws {
  bool placeholder = false;  // a comment, in LANGUAGE, in place of statements
  bool syntax = false;       // a parser refuses it
};

// Functions (for SQL queries) that parse, in a fence: at most TOKENS, or as few more as the smallest needs.
std::string write_code_block(CodeLanguage code, Language language, int64_t tokens, CodeFlaws flaws,
                             Random& random);

}  // namespace foreshock::enginesim
