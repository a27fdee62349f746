// Ollama's native chat and generate, and llama.cpp's native completion: the same object streamed or whole.
#include "wire/json_access.h"

namespace foreshock::wire {
namespace ollama_reader_impl {

void read_tool_calls(JsonArray calls, EventFacts& facts) {
  int position = 0;
  for (JsonValue element : calls) {
    JsonObject call;
    if (element.get(call) != simdjson::SUCCESS) continue;
    if (const auto function = object_of(call, "function"))
      add_piece(facts, PieceKind::tool_name, text_of(*function, "name"), 0, position++);
  }
}

void read_counts(JsonObject root, std::string_view prompt_key, std::string_view output_key,
                 EventFacts& facts) {
  facts.usage.prompt = count_of(root, prompt_key);
  facts.usage.output = count_of(root, output_key);
  facts.has_usage = facts.usage.prompt || facts.usage.output;
}

}  // namespace ollama_reader_impl

void read_ollama(JsonObject root, EventFacts& facts) {
  add_piece(facts, PieceKind::reasoning, text_of(root, "thinking"));
  add_piece(facts, PieceKind::content, text_of(root, "response"));
  if (const auto message = object_of(root, "message")) {
    add_piece(facts, PieceKind::reasoning, text_of(*message, "thinking"));
    add_piece(facts, PieceKind::content, text_of(*message, "content"));
    if (const auto calls = array_of(*message, "tool_calls"))
      ollama_reader_impl::read_tool_calls(*calls, facts);
  }
  if (!is_true(root, "done")) return;
  facts.protocol_end = true;
  const std::string_view reason = text_of(root, "done_reason");
  facts.finish_reason = reason.empty() ? std::string_view("stop") : reason;
  ollama_reader_impl::read_counts(root, "prompt_eval_count", "eval_count", facts);
}

void read_llama_completion(JsonObject root, EventFacts& facts) {
  add_piece(facts, PieceKind::content, text_of(root, "content"));
  if (!is_true(root, "stop")) return;
  facts.protocol_end = true;
  const std::string_view reason = text_of(root, "stop_type");
  facts.finish_reason = reason.empty() ? std::string_view("stop") : reason;
  ollama_reader_impl::read_counts(root, "tokens_evaluated", "tokens_predicted", facts);
  read_timings(root, facts);
}

}  // namespace foreshock::wire
