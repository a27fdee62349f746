#include "enginesim/answer_text.h"

#include <algorithm>

#include "enginesim/json_answer.h"
#include "enginesim/markdown_text.h"
#include "enginesim/prose.h"
#include "enginesim/stock_phrases.h"
#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace answer_text_impl {

constexpr int64_t intro_tokens = 10, stock_intro_tokens = 24;
constexpr double code_share = 0.75;
// How much longer the whole is than what is cut from it: more than the last choices that its end bears on.
constexpr int64_t prose_beyond_cut = 30, code_beyond_cut = 80;

StockPhrases stock_of(const AnswerBrief& brief) {
  return {brief.flaws.boilerplate ? &boilerplate(brief.language) : nullptr,
          brief.flaws.praise ? &praise(brief.language) : nullptr};
}

void write_paragraphs(ProseWriter& writer, bool markdown, int64_t tokens) {
  if (markdown)
    write_markdown(writer, tokens);
  else
    writer.fill(tokens);
}

std::string write_refusal(Language language, int64_t tokens, Random& random) {
  const Phrases& all = refusals(language);
  const Phrase* refusal = all.draw(tokens, random);
  if (!refusal) return std::string(first_tokens(random.pick(all.all()).text, tokens));
  ProseWriter writer(language, random);
  writer.add(*refusal);
  writer.fill(tokens - writer.tokens());
  return std::move(writer).text();
}

std::string write_code_answer(const AnswerBrief& brief, int64_t block_tokens, Random& random) {
  const AnswerFlaws& flaws = brief.flaws;
  ProseWriter writer(brief.language, random, stock_of(brief));
  if (flaws.markdown) write_heading(writer);
  writer.fill(flaws.boilerplate || flaws.praise ? stock_intro_tokens : intro_tokens);
  writer.raw("\n\n");
  writer.raw(write_code_block(*brief.code, brief.language, block_tokens - writer.tokens(),
                              {flaws.placeholder, flaws.syntax}, random));
  const int64_t left = brief.text_tokens - writer.tokens();
  if (left == 1) writer.raw("\n");
  if (left > 1) {
    writer.raw("\n\n");
    write_paragraphs(writer, flaws.markdown, left - 1);
  }
  return std::move(writer).text();
}

std::string write_whole(const AnswerBrief& brief, Random& random) {
  if (brief.flaws.refusal) return write_refusal(brief.language, brief.text_tokens, random);
  if (brief.json) return write_json(*brief.json, random, brief.language);
  if (brief.code)
    return write_code_answer(brief, static_cast<int64_t>(code_share * static_cast<double>(brief.text_tokens)),
                             random);
  ProseWriter writer(brief.language, random, stock_of(brief));
  writer.reserve(brief.text_tokens);
  write_paragraphs(writer, brief.flaws.markdown, brief.text_tokens);
  return std::move(writer).text();
}

bool ends_in_a_word(std::string_view text) {
  if (text.empty() || text.ends_with("。") || text.ends_with("！")) return false;
  const auto last = static_cast<unsigned char>(text.back());
  return last >= 0x80 || (last >= 'a' && last <= 'z');
}

// The first TOKENS of WHOLE; a last token that could be an end becomes a word.
std::string cut(std::string_view whole, int64_t tokens, Language language) {
  std::string text(first_tokens(whole, tokens));
  if (ends_in_a_word(text)) return text;
  text.resize(first_tokens(whole, tokens - 1).size());
  return text.append(language == Language::chinese ? "和" : " and");
}

}  // namespace answer_text_impl

std::string write_answer_text(const AnswerBrief& brief, Random& random) {
  using namespace answer_text_impl;
  if (!brief.at_limit) return write_whole(brief, random);
  AnswerBrief longer = brief;
  longer.text_tokens += prose_beyond_cut;
  if (brief.json && !brief.flaws.refusal) {
    const std::string whole = write_whole(brief, random);
    const int64_t tokens = std::max<int64_t>(1, std::min(brief.text_tokens, count_tokens(whole) / 2));
    return std::string(first_tokens(whole, tokens));
  }
  if (brief.code && !brief.flaws.refusal)
    return cut(write_code_answer(longer, brief.text_tokens + code_beyond_cut, random), brief.text_tokens,
               brief.language);
  return cut(write_whole(longer, random), brief.text_tokens, brief.language);
}

std::string write_cut_prose(Language language, int64_t tokens, Random& random) {
  using namespace answer_text_impl;
  return cut(write_prose(language, tokens + prose_beyond_cut, random), tokens, language);
}

}  // namespace foreshock::enginesim
