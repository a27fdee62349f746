#include "enginesim/prose.h"

#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace prose_impl {

constexpr double adjective_share = 0.45;
constexpr double opener_share = 0.25;
constexpr double place_share = 0.4;
constexpr double compound_share = 0.25;
constexpr double stock_share = 0.65;  // of the sentences, after the first

bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

int64_t tokens_of(const Phrase* phrase) {
  return phrase ? phrase->tokens : 0;
}

}  // namespace prose_impl

ProseWriter::ProseWriter(Language language, Random& random, StockPhrases stock)
    : language_(language), words_(vocabulary(language)), random_(random), stock_(stock) {}

void ProseWriter::fill(int64_t tokens) {
  const int64_t end = tokens_ + tokens;
  if (tokens < words_.shortest_sentence) return put(words_.replies.draw_exact(tokens, random_));
  while (tokens_ < end) {
    if (stock_sentence(end - tokens_)) continue;
    body(end - tokens_ - 1);
    const int64_t left = end - tokens_ - 1;
    if (left < words_.shortest_sentence) put(words_.closers.draw_exact(left, random_));
    full_stop();
  }
}

void ProseWriter::sentence(int64_t most) {
  if (stock_sentence(most)) return;
  body(most - 1);
  full_stop();
}

void ProseWriter::title(int64_t most) {
  const Phrase* adjective = words_.adjectives.draw(most - words_.nouns.shortest(), random_);
  starts_sentence_ = true;
  put(adjective);
  put(words_.nouns.draw(most - adjective->tokens, random_));
  starts_sentence_ = true;
}

void ProseWriter::add(const Phrase& phrase) {
  starts_sentence_ = true;
  put(&phrase);
  starts_sentence_ = true;
}

void ProseWriter::raw(std::string_view text) {
  text_ += text;
  // The space before an English word is part of it.
  tokens_ += count_tokens(text) - (language_ == Language::english && text.ends_with(' ') ? 1 : 0);
  follows_raw_ = true;
}

// What would leave a rest that is too short for a sentence is not drawn.
bool ProseWriter::stock_sentence(int64_t most) {
  if (!stock_[0] && !stock_[1]) return false;
  if (last_stock_ && !random_.chance(prose_impl::stock_share)) return false;
  const Phrases* list = stock_[0] && stock_[1] ? stock_[random_.below(2)] : stock_[stock_[0] ? 0 : 1];
  const Phrase* drawn = list->draw(most - words_.shortest_sentence, random_);
  if (!drawn) drawn = list->draw_exact(most, random_);
  if (!drawn || drawn == last_stock_) return false;
  add(*drawn);
  last_stock_ = drawn;
  return true;
}

// A sentence of at most MOST tokens, without its full stop.
void ProseWriter::body(int64_t most) {
  using namespace prose_impl;
  const int64_t end = tokens_ + most, least = words_.shortest_clause;
  if (random_.chance(opener_share)) put(words_.openers.draw(most - least, random_));
  clause(end - tokens_);
  if (random_.chance(place_share)) put(words_.places.draw(end - tokens_, random_));
  if (!random_.chance(compound_share)) return;
  const Phrase* connector = words_.connectors.draw(end - tokens_ - least, random_);
  if (!connector) return;
  put(connector);
  clause(end - tokens_);
}

void ProseWriter::clause(int64_t most) {
  const int64_t end = tokens_ + most, object = words_.shortest_noun_phrase;
  noun_phrase(most - object - words_.verbs.shortest());
  put(words_.verbs.draw(end - tokens_ - object, random_));
  noun_phrase(end - tokens_);
}

void ProseWriter::noun_phrase(int64_t most) {
  using namespace prose_impl;
  const int64_t noun_at_least = words_.nouns.shortest();
  const Phrase* determiner = nullptr;
  if (random_.chance(words_.determiner_share))
    determiner = words_.determiners.draw(most - noun_at_least, random_);
  most -= tokens_of(determiner);
  const Phrase* adjective = nullptr;
  if (random_.chance(adjective_share)) adjective = words_.adjectives.draw(most - noun_at_least, random_);
  const Phrase* noun = words_.nouns.draw(most - tokens_of(adjective), random_);
  put(determiner);
  if (determiner && determiner->text == "a" && is_vowel((adjective ? adjective : noun)->text.front()))
    text_ += 'n';
  put(adjective);
  put(noun);
}

void ProseWriter::put(const Phrase* phrase) {
  if (!phrase) return;
  if (!follows_raw_) text_ += words_.space;
  const size_t begin = text_.size();
  text_ += phrase->text;
  if (starts_sentence_ && text_[begin] >= 'a' && text_[begin] <= 'z') text_[begin] -= 'a' - 'A';
  starts_sentence_ = false;
  follows_raw_ = false;
  tokens_ += phrase->tokens;
}

void ProseWriter::full_stop() {
  text_ += words_.period;
  ++tokens_;
  starts_sentence_ = true;
}

std::string write_prose(Language language, int64_t tokens, Random& random) {
  ProseWriter writer(language, random);
  writer.reserve(tokens);
  writer.fill(tokens);
  return std::move(writer).text();
}

}  // namespace foreshock::enginesim
