#include "signals/words.h"

#include <string_view>

namespace foreshock::signals {
namespace words_impl {

constexpr size_t degenerate_run = 40;
constexpr std::string_view of_rules = " \t\r\n-=_*#.~";

// The last character of TEXT, UTF-8.
std::string_view last_character(std::string_view text) {
  size_t begin = text.empty() ? 0 : text.size() - 1;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) --begin;
  return text.substr(begin);
}

}  // namespace words_impl

std::optional<double> degenerate(const Transcript& transcript) {
  using namespace words_impl;
  std::string_view text = transcript.answer;
  if (text.empty()) return std::nullopt;
  const std::string_view character = last_character(text);
  if (of_rules.find(character) != std::string_view::npos) return 0;
  size_t run = 0;
  while (run < degenerate_run && text.ends_with(character)) {
    text.remove_suffix(character.size());
    ++run;
  }
  return run >= degenerate_run ? 1 : 0;
}

std::optional<double> tokens_per_char(const Observation& observation, const Transcript& transcript) {
  if (transcript.prompt_characters <= 0 || observation.tokens.prompt.value_or(0) <= 0) return std::nullopt;
  return static_cast<double>(*observation.tokens.prompt) / static_cast<double>(transcript.prompt_characters);
}

}  // namespace foreshock::signals
