#include "enginesim/insertions.h"

#include "enginesim/foreign_words.h"
#include "enginesim/pattern.h"
#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace insertions_impl {

constexpr uint64_t most_words = 4;

// One to four WORDS; empty where not even one fits.
Insertion draw_words(const Phrases& words, Language language, int64_t most, Random& random) {
  Insertion made;
  const std::string_view before = vocabulary(language).space;
  for (uint64_t left = 1 + random.below(most_words); left > 0; --left) {
    const std::string_view space = made.text.empty() ? before : " ";
    const Phrase* word = words.draw(most - made.tokens, random);
    if (!word) break;
    std::string longer = made.text;
    longer.append(space).append(word->text);
    const int64_t tokens = count_tokens(longer);
    if (tokens > most) break;
    made.text = std::move(longer);
    made.tokens = tokens;
  }
  return made;
}

Insertion draw_marker(int64_t most, Random& random) {
  const Phrase* marker = markers().draw(most, random);
  return marker ? Insertion{std::string(marker->text), marker->tokens} : Insertion();
}

// Another session's answer is in the other language.
Insertion draw_foreign_fact(Language language, int64_t most, Random& random) {
  const Language other = language == Language::english ? Language::chinese : Language::english;
  Insertion made;
  made.is_sentence = true;
  append_filled(made.text, random.pick(foreign_facts(other)), [&](char place, std::string& out) {
    if (place == 'p')
      out += random.pick(foreign_persons(other));
    else
      out += std::to_string(10000 + random.below(90000));
  });
  made.tokens = count_tokens(made.text);
  return made.tokens <= most ? made : Insertion();
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
// The first byte of a character of the main block of Chinese.
bool begins_ideograph(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0xe4 && byte <= 0xe9;
}

bool is_between_words(std::string_view text, size_t at) {
  if (at == 0 || at + 1 >= text.size()) return false;
  return text[at] == ' ' ? is_letter(text[at + 1]) : text[at - 1] != ' ' && begins_ideograph(text[at]);
}

bool is_between_sentences(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  if (before.ends_with("。")) return true;
  return before.ends_with('.') && (at == text.size() || text[at] == ' ' || text[at] == '\n');
}

std::vector<size_t> places_for(std::string_view text, bool is_sentence) {
  constexpr std::string_view fence = "```";
  std::vector<size_t> places;
  bool in_code = false;
  for (size_t at = 0; at <= text.size(); ++at) {
    if (text.substr(at).starts_with(fence)) {
      in_code = !in_code;
      at += fence.size() - 1;
    } else if (!in_code && (is_sentence ? is_between_sentences(text, at) : is_between_words(text, at))) {
      places.push_back(at);
    }
  }
  if (places.empty()) places.push_back(text.size());
  return places;
}

}  // namespace insertions_impl

std::vector<Insertion> draw_insertions(const AnswerFlaws& flaws, Language language, int64_t most,
                                       Random& random) {
  using namespace insertions_impl;
  std::vector<Insertion> made;
  const auto keep = [&](Insertion drawn) {
    if (drawn.text.empty()) return;
    most -= drawn.tokens;
    made.push_back(std::move(drawn));
  };
  if (flaws.marker) keep(draw_marker(most, random));
  if (flaws.script) keep(draw_words(stray_words(language), language, most, random));
  if (flaws.foreign) keep(draw_foreign_fact(language, most, random));
  return made;
}

Insertion draw_second_script(Language language, int64_t most, Random& random) {
  return insertions_impl::draw_words(second_script_words(language), language, most, random);
}

void insert(std::string& text, const Insertion& insertion, Random& random) {
  const std::vector<size_t> places = insertions_impl::places_for(text, insertion.is_sentence);
  text.insert(random.pick(std::span<const size_t>(places)), insertion.text);
}

}  // namespace foreshock::enginesim
