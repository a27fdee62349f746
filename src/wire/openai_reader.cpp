// OpenAI's chat completions and completions, streamed (delta, text) or whole (message), with the fields that
// other engines add.
#include "wire/json_access.h"

namespace foreshock::wire {
namespace openai_reader_impl {

// Mistral's content arrays: {type: text, text} and {type: thinking, thinking: [{type: text, text}]}.
void read_content_parts(JsonArray parts, PieceKind kind, int choice, EventFacts& facts) {
  for (JsonValue element : parts) {
    JsonObject part;
    if (element.get(part) != simdjson::SUCCESS) continue;
    add_piece(facts, kind, text_of(part, "text"), choice);
    if (const auto thinking = array_of(part, "thinking"))
      read_content_parts(*thinking, PieceKind::reasoning, choice, facts);
  }
}

void read_tool_call(JsonObject call, int position, int choice, EventFacts& facts) {
  const int tool = static_cast<int>(count_of(call, "index").value_or(position));
  add_piece(facts, PieceKind::tool_id, text_of(call, "id"), choice, tool);
  const auto function = object_of(call, "function");
  if (!function) return;
  add_piece(facts, PieceKind::tool_name, text_of(*function, "name"), choice, tool);
  add_piece(facts, PieceKind::tool_arguments, text_of(*function, "arguments"), choice, tool);
}

// vLLM and SGLang say reasoning_content, OpenRouter and Groq reasoning; who says both says the same twice.
std::string_view reasoning_of(JsonObject message) {
  const std::string_view content = text_of(message, "reasoning_content");
  return content.empty() ? text_of(message, "reasoning") : content;
}

void read_message(JsonObject message, int choice, EventFacts& facts) {
  add_piece(facts, PieceKind::reasoning, reasoning_of(message), choice);
  add_piece(facts, PieceKind::content, text_of(message, "content"), choice);
  if (const auto parts = array_of(message, "content"))
    read_content_parts(*parts, PieceKind::content, choice, facts);
  add_piece(facts, PieceKind::refusal, text_of(message, "refusal"), choice);
  if (const auto audio = object_of(message, "audio")) {
    add_piece(facts, PieceKind::audio, text_of(*audio, "data"), choice);
    add_piece(facts, PieceKind::audio, text_of(*audio, "transcript"), choice);
  }
  if (const auto function = object_of(message, "function_call")) {
    add_piece(facts, PieceKind::tool_name, text_of(*function, "name"), choice);
    add_piece(facts, PieceKind::tool_arguments, text_of(*function, "arguments"), choice);
  }
  int position = 0;
  if (const auto calls = array_of(message, "tool_calls"))
    for (JsonValue element : *calls) {
      JsonObject call;
      if (element.get(call) == simdjson::SUCCESS) read_tool_call(call, position++, choice, facts);
    }
}

void read_choice(JsonObject choice, EventFacts& facts) {
  const int index = static_cast<int>(count_of(choice, "index").value_or(0));
  if (const auto delta = object_of(choice, "delta"))
    read_message(*delta, index, facts);
  else if (const auto message = object_of(choice, "message"))
    read_message(*message, index, facts);
  else
    add_piece(facts, PieceKind::content, text_of(choice, "text"),
              index);  // completions; Together repeats the delta in it
  const std::string_view finish = text_of(choice, "finish_reason");
  if (!finish.empty()) facts.finish_reason = finish;
}

}  // namespace openai_reader_impl

void read_openai(JsonObject root, EventFacts& facts) {
  if (const auto choices = array_of(root, "choices"))
    for (JsonValue element : *choices) {
      JsonObject choice;
      if (element.get(choice) == simdjson::SUCCESS) openai_reader_impl::read_choice(choice, facts);
    }
  if (const auto usage = object_of(root, "usage")) read_usage(*usage, facts);
  if (const auto groq = object_of(root, "x_groq"))
    if (const auto usage = object_of(*groq, "usage")) read_usage(*usage, facts);
  if (facts.has_usage || !facts.finish_reason.empty()) read_timings(root, facts);
}

}  // namespace foreshock::wire
