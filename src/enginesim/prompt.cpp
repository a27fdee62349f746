#include "enginesim/prompt.h"

#include <algorithm>
#include <array>
#include <string>

namespace foreshock::enginesim {
namespace prompt_impl {

constexpr auto code_words =
    std::to_array<std::string_view>({"code", "function", "implement", "代码", "函数", "编程"});
constexpr auto tool_words =
    std::to_array<std::string_view>({"weather", "forecast", "search", "look up", "天气", "搜索", "查询"});

bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

// WORD begins and ends at the borders of words of TEXT, which is in lower case; ideographs have no borders.
bool mentions(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !is_letter(word.front()) || !is_letter(text[at - 1]);
    if (begins && (end == text.size() || !is_letter(word.back()) || !is_letter(text[end]))) return true;
  }
  return false;
}
bool mentions_any(std::string_view text, std::span<const std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return mentions(text, word); });
}

std::optional<CodeLanguage> code_asked_for(std::string_view question) {
  const bool speaks_of_code = mentions_any(question, code_words);
  for (const CodeName& known : code_names())
    if ((speaks_of_code || !known.is_everyday_word) && mentions(question, known.name)) return known.language;
  if (speaks_of_code) return CodeLanguage::python;
  return std::nullopt;
}

}  // namespace prompt_impl

Prompt read_prompt(std::string_view text, std::string_view question) {
  Prompt prompt;
  for (const std::string_view token : split_tokens(text))
    if (prompt.chain.add(hash_of(token))) prompt.block_hashes.push_back(prompt.chain.state());
  prompt.scripts = scripts_of(text);
  prompt.language = is_mostly_chinese(question) ? Language::chinese : Language::english;
  std::string lower(question);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  prompt.code = prompt_impl::code_asked_for(lower);
  prompt.asks_for_tool = prompt_impl::mentions_any(lower, prompt_impl::tool_words);
  return prompt;
}

}  // namespace foreshock::enginesim
