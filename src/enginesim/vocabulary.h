#pragma once
// The words of the simulated engine.
#include <cstdint>
#include <span>
#include <string_view>

namespace foreshock::enginesim {

enum class Language : uint8_t { english, chinese };

// Phrases of one part of speech are interchangeable; a sentence is subject, verb, object and perhaps a place.
struct Vocabulary {
  std::span<const std::string_view> subjects, verbs, objects, places, connectors;
  std::span<const std::string_view> fillers;  // one token each, fit after any phrase
  std::string_view space, period;
};

const Vocabulary& vocabulary(Language language);

// Values for JSON fields.
std::span<const std::string_view> city_names();

}  // namespace foreshock::enginesim
