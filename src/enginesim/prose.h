#pragma once
// Plausible sentences of an exact length.
#include <array>
#include <string>
#include <string_view>

#include "enginesim/random.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

// Stock phrases that stand in for most of the sentences; nullptr: none. They outlive the writer.
using StockPhrases = std::array<const Phrases*, 2>;

// Writes a text from front to back. Lengths are in tokens; a few dozen nanoseconds a token.
class ProseWriter {
 public:
  ProseWriter(Language language, Random& random, StockPhrases stock = {});
  void reserve(int64_t tokens) { text_.reserve(static_cast<size_t>(tokens) * most_bytes_a_token); }

  // Sentences of exactly TOKENS; from 2 on they end with a full stop.
  void fill(int64_t tokens);
  // One of at most MOST, which is at least shortest_sentence of the vocabulary.
  void sentence(int64_t most);
  // A noun phrase of at most MOST, at least 4, as in a heading.
  void title(int64_t most);
  // A sentence that is given.
  void add(const Phrase& phrase);
  // What is no prose: what follows stands right after it. It must not begin or, but for a space before a
  // word, end with what a token could go across.
  void raw(std::string_view text);

  Language language() const { return language_; }
  int64_t shortest_sentence() const { return words_.shortest_sentence; }
  int64_t tokens() const { return tokens_; }
  Random& random() { return random_; }
  std::string text() && { return std::move(text_); }

 private:
  static constexpr size_t most_bytes_a_token = 6;

  bool stock_sentence(int64_t most);
  void body(int64_t most);
  void clause(int64_t most);
  void noun_phrase(int64_t most);
  void put(const Phrase* phrase);
  void full_stop();

  const Language language_;
  const Vocabulary& words_;
  Random& random_;
  StockPhrases stock_;
  const Phrase* last_stock_ = nullptr;
  std::string text_;
  int64_t tokens_ = 0;
  bool starts_sentence_ = true;
  bool follows_raw_ = true;  // no space before the next word
};

// TOKENS of sentences, at least 1; the same text for the same RANDOM.
std::string write_prose(Language language, int64_t tokens, Random& random);

}  // namespace foreshock::enginesim
