#pragma once
// What the tests of written answers share.
#include <string>

#include <gtest/gtest.h>

#include "enginesim/tokens.h"
#include "enginesim/written_answer.h"

namespace foreshock::enginesim {

constexpr Language both_languages[] = {Language::english, Language::chinese};

inline AnswerBrief brief(Language language, int64_t tokens, AnswerFlaws flaws = {}) {
  AnswerBrief made;
  made.language = language;
  made.text_tokens = tokens;
  made.flaws = flaws;
  return made;
}

inline WrittenAnswer answer(const AnswerBrief& brief, uint64_t seed) {
  Random random(seed);
  return write_answer(brief, random);
}
inline std::string text(const AnswerBrief& brief, uint64_t seed) {
  return answer(brief, seed).text;
}

// How many of PHRASES stand in TEXT, each as often as it does.
inline int count_phrases(std::string_view text, const Phrases& phrases) {
  int count = 0;
  for (const Phrase& phrase : phrases.all())
    for (size_t at = text.find(phrase.text); at != std::string_view::npos;
         at = text.find(phrase.text, at + 1))
      ++count;
  return count;
}

// Without what stands between fences.
inline std::string outside_code(std::string text) {
  for (size_t begin = text.find("```"); begin != std::string::npos; begin = text.find("```")) {
    const size_t end = text.find("```", begin + 3);
    text.erase(begin, end == std::string::npos ? end : end + 3 - begin);
  }
  return text;
}

}  // namespace foreshock::enginesim
