#pragma once
// What does not belong into an answer, as data.
#include "enginesim/phrases.h"
#include "enginesim/scripts.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

// Words of SCRIPT, for answers that must have none, and whole sentences where there are some.
const Phrases& stray_words(Script script);
const Phrases* stray_sentences(Script script);
// Of the script that questions in LANGUAGE may have beside their own.
const Phrases& second_script_words(Language language);

// Markers of chat templates and tool calls.
const Phrases& markers();

// Sentences about another person, in LANGUAGE: $p is the person, $n an order number.
std::span<const std::string_view> foreign_facts(Language language);
std::span<const std::string_view> foreign_persons(Language language);

}  // namespace foreshock::enginesim
