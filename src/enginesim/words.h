#pragma once
// The words of the simulated engine, as data: words_english.cpp, words_chinese.cpp.
#include <span>
#include <string_view>

namespace foreshock::enginesim {

// A sentence is: perhaps an opener; a noun phrase, a verb, a noun phrase; perhaps a place; perhaps a
// connector and another such clause. What is listed together is interchangeable.
struct Words {
  using List = std::span<const std::string_view>;

  List determiners, adjectives, nouns, verbs, places, connectors, openers;
  List
      closers;  // fit at the end of any sentence; some of each number of tokens below the shortest sentence's
  List replies;  // whole sentences, with as many tokens
};

extern const Words english_words, chinese_words;

}  // namespace foreshock::enginesim
