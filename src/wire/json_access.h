#pragma once
// Short ways into a simdjson document for the dialect readers: what is absent, null or of another type reads
// as nothing.
#include <cstdint>
#include <optional>
#include <string_view>

#include <simdjson.h>

#include "wire/event_facts.h"
#include "wire/number_places.h"

namespace foreshock::wire {

using JsonValue = simdjson::dom::element;
using JsonObject = simdjson::dom::object;
using JsonArray = simdjson::dom::array;

inline std::optional<JsonValue> member(JsonObject object, std::string_view key) {
  JsonValue value;
  if (object.at_key(key).get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return value;
}
inline std::optional<JsonObject> object_of(JsonObject object, std::string_view key) {
  JsonObject value;
  if (object.at_key(key).get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}
inline std::optional<JsonArray> array_of(JsonObject object, std::string_view key) {
  JsonArray value;
  if (object.at_key(key).get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}
// Empty when absent.
inline std::string_view text_of(JsonObject object, std::string_view key) {
  std::string_view value;
  return object.at_key(key).get(value) == simdjson::SUCCESS ? value : std::string_view();
}
// Negative numbers are what engines say when they do not know: they read as nothing.
inline std::optional<int64_t> count_of(JsonObject object, std::string_view key) {
  int64_t value = 0;
  if (object.at_key(key).get(value) != simdjson::SUCCESS || value < 0) return std::nullopt;
  return value;
}
inline bool is_true(JsonObject object, std::string_view key) {
  bool value = false;
  return object.at_key(key).get(value) == simdjson::SUCCESS && value;
}

inline void add_piece(EventFacts& facts, PieceKind kind, std::string_view text, int choice = 0,
                      int tool = 0) {
  if (!text.empty()) facts.pieces.push_back(Piece{kind, choice, tool, text});
}

// "error": an object, or a text. Whether there is one.
bool read_error(JsonObject root, EventFacts& facts);
// The usage object of OpenAI's and Anthropic's APIs: prompt_tokens or input_tokens, and so on.
void read_usage(JsonObject usage, EventFacts& facts);
// The member "timings" of ROOT, as llama.cpp's server has it.
void read_timings(JsonObject root, EventFacts& facts);

// As read_numbers of a text.
void read_numbers(JsonValue root, NumberPlaces& places);

// One a dialect: ROOT is the whole event, or the whole answer.
void read_openai(JsonObject root, EventFacts& facts);
void read_responses(JsonObject root, EventFacts& facts);
void read_anthropic(JsonObject root, EventFacts& facts);
void read_ollama(JsonObject root, EventFacts& facts);
void read_llama_completion(JsonObject root, EventFacts& facts);

}  // namespace foreshock::wire
