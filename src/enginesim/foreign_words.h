#pragma once
// What does not belong into an answer, as data.
#include "enginesim/phrases.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

// Words of scripts that an answer in LANGUAGE must not have, and that of the questions' second script.
const Phrases& stray_words(Language language);
const Phrases& second_script_words(Language language);

// Markers of chat templates and tool calls.
const Phrases& markers();

// Sentences about another person, in LANGUAGE: $p is the person, $n an order number.
std::span<const std::string_view> foreign_facts(Language language);
std::span<const std::string_view> foreign_persons(Language language);

}  // namespace foreshock::enginesim
