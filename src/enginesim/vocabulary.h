#pragma once
// The words of the simulated engine, with their tokens counted.
#include <cstdint>
#include <span>
#include <string_view>

#include "enginesim/phrases.h"
#include "enginesim/words.h"

namespace foreshock::enginesim {

enum class Language : uint8_t { english, chinese };

// The parts of a sentence are told in words.h.
struct Vocabulary {
  Phrases determiners, adjectives, nouns, verbs, places, connectors, openers, closers, replies;
  double determiner_share;  // of the noun phrases
  std::string_view space, period, question_mark;
  int64_t shortest_noun_phrase, shortest_clause;  // tokens
  int64_t shortest_sentence;                      // tokens, with its period
};

// Lives for ever.
const Vocabulary& vocabulary(Language language);

// Values for JSON fields.
std::span<const std::string_view> city_names();

}  // namespace foreshock::enginesim
