#include "enginesim/insertions.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "enginesim/foreign_words.h"
#include "enginesim/pattern.h"
#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace insertions_impl {

constexpr uint64_t most_words = 4;
constexpr double sentence_share = 0.25;  // of the strays, where there are sentences
constexpr auto marks = std::to_array<std::string_view>({"，", "。", "、", "；", "：", "？", "！"});

// One to four WORDS behind BEFORE; empty where not even one fits.
Insertion draw_words(const Phrases& words, std::string_view before, int64_t most, Random& random) {
  Insertion made;
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

// Of a script that neither LANGUAGE nor the prompt has; empty where there is none.
Insertion draw_strays(Language language, Scripts in_prompt, int64_t most, Random& random) {
  in_prompt.set(static_cast<size_t>(language == Language::chinese ? Script::han : Script::latin));
  std::vector<Script> strange;
  for (size_t script = 0; script < script_count; ++script)
    if (!in_prompt[script]) strange.push_back(static_cast<Script>(script));
  if (strange.empty()) return {};
  const Script script = random.pick(std::span<const Script>(strange));
  const Phrases* sentences = stray_sentences(script);
  if (sentences == nullptr || !random.chance(sentence_share)) {
    Insertion made = draw_words(stray_words(script), " ", most, random);
    made.place = Place::between_words;
    return made;
  }
  const Phrase* sentence = sentences->draw(most, random);
  if (sentence == nullptr) return {};
  return {fmt::format(" {}", sentence->text), sentence->tokens, Place::between_sentences};
}

Insertion draw_marker(int64_t most, Random& random) {
  const Phrase* marker = markers().draw(most, random);
  Insertion made;
  if (marker) made.text = marker->text;
  if (marker) made.tokens = marker->tokens;
  return made;
}

// Another session's answer is in the other language.
Insertion draw_foreign_fact(Language language, int64_t most, Random& random) {
  const Language other = language == Language::english ? Language::chinese : Language::english;
  Insertion made;
  made.place = Place::between_sentences;
  if (other == Language::english) made.text = " ";
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

bool is_behind_mark(std::string_view text, size_t at) {
  return std::any_of(marks.begin(), marks.end(),
                     [before = text.substr(0, at)](std::string_view mark) { return before.ends_with(mark); });
}

bool is_between_words(std::string_view text, size_t at, bool or_ideographs) {
  if (at == 0 || at + 1 >= text.size()) return false;
  if (text[at] == ' ') return is_letter(text[at + 1]);
  return text[at - 1] != ' ' && begins_ideograph(text[at]) && (or_ideographs || is_behind_mark(text, at));
}

bool is_between_sentences(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  if (before.ends_with("。")) return true;
  return before.ends_with('.') && (at == text.size() || text[at] == ' ' || text[at] == '\n');
}

bool fits(Place place, std::string_view text, size_t at) {
  if (place == Place::between_sentences) return is_between_sentences(text, at);
  return is_between_words(text, at, place == Place::between_ideographs_or_words);
}

std::vector<size_t> places_for(std::string_view text, Place place) {
  constexpr std::string_view fence = "```";
  std::vector<size_t> places;
  bool in_code = false;
  for (size_t at = 0; at <= text.size(); ++at) {
    if (text.substr(at).starts_with(fence)) {
      in_code = !in_code;
      at += fence.size() - 1;
    } else if (!in_code && fits(place, text, at)) {
      places.push_back(at);
    }
  }
  if (places.empty()) places.push_back(text.size());
  return places;
}

}  // namespace insertions_impl

std::vector<Insertion> draw_insertions(const AnswerFlaws& flaws, Language language, Scripts in_prompt,
                                       int64_t most, Random& random) {
  using namespace insertions_impl;
  std::vector<Insertion> made;
  const auto keep = [&](Insertion drawn) {
    if (drawn.text.empty()) return;
    most -= drawn.tokens;
    made.push_back(std::move(drawn));
  };
  if (flaws.marker) keep(draw_marker(most, random));
  if (flaws.script) keep(draw_strays(language, in_prompt, most, random));
  if (flaws.foreign) keep(draw_foreign_fact(language, most, random));
  return made;
}

Insertion draw_second_script(Language language, int64_t most, Random& random) {
  return insertions_impl::draw_words(second_script_words(language), vocabulary(language).space, most, random);
}

void insert(std::string& text, const Insertion& insertion, Random& random) {
  const std::vector<size_t> places = insertions_impl::places_for(text, insertion.place);
  text.insert(random.pick(std::span<const size_t>(places)), insertion.text);
}

}  // namespace foreshock::enginesim
