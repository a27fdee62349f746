#pragma once
// JSON that fits a JSON Schema: arguments of tool calls, structured answers.
#include <string>
#include <string_view>

#include "enginesim/random.h"
#include "enginesim/vocabulary.h"

namespace foreshock::enginesim {

// Compact JSON for SCHEMA: all required properties and some optional ones; types, enum, const, bounds of
// numbers, lengths, items, anyOf, oneOf, allOf and local $ref are followed; pattern and other assertions are
// not. An object for a schema that is empty or is no JSON. Texts about which nothing is known are in
// LANGUAGE.
std::string write_json(std::string_view schema, Random& random, Language language = Language::english);

}  // namespace foreshock::enginesim
