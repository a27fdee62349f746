// OpenAI's Responses API: typed events, or the whole response object.
#include "wire/json_access.h"

namespace foreshock::wire {
namespace responses_reader_impl {

void read_whole_item(JsonObject item, EventFacts& facts) {
  add_piece(facts, PieceKind::tool_name, text_of(item, "name"));
  add_piece(facts, PieceKind::tool_arguments, text_of(item, "arguments"));
  const PieceKind kind = text_of(item, "type") == "reasoning" ? PieceKind::reasoning : PieceKind::content;
  for (std::string_view key : {"content", "summary"})
    if (const auto parts = array_of(item, key))
      for (JsonValue element : *parts) {
        JsonObject part;
        if (element.get(part) != simdjson::SUCCESS) continue;
        add_piece(facts, kind, text_of(part, "text"));
        add_piece(facts, PieceKind::refusal, text_of(part, "refusal"));
      }
}

// What the response object says of itself, at the end of a stream or as a whole answer.
void read_response(JsonObject response, EventFacts& facts) {
  if (const auto usage = object_of(response, "usage")) read_usage(*usage, facts);
  const std::string_view model = text_of(response, "model");
  if (!model.empty()) facts.model = model;
  const std::string_view status = text_of(response, "status");
  if (status != "in_progress" && status != "queued") facts.finish_reason = status;
  facts.error = facts.error || read_error(response, facts);
}

void read_delta(std::string_view type, JsonObject event, EventFacts& facts) {
  const int tool = static_cast<int>(count_of(event, "output_index").value_or(0));
  const std::string_view delta = text_of(event, "delta");
  if (type == "response.output_text.delta")
    add_piece(facts, PieceKind::content, delta);
  else if (type == "response.refusal.delta")
    add_piece(facts, PieceKind::refusal, delta);
  else if (type.starts_with("response.reasoning"))
    add_piece(facts, PieceKind::reasoning, delta);
  else if (type == "response.function_call_arguments.delta")
    add_piece(facts, PieceKind::tool_arguments, delta, 0, tool);
  else if (type.starts_with("response.audio"))
    add_piece(facts, PieceKind::audio, delta);
}

// A function call begins: its name is its first token.
void read_added_item(JsonObject event, EventFacts& facts) {
  const auto item = object_of(event, "item");
  if (!item || text_of(*item, "type") != "function_call") return;
  const int tool = static_cast<int>(count_of(event, "output_index").value_or(0));
  add_piece(facts, PieceKind::tool_id, text_of(*item, "call_id"), 0, tool);
  add_piece(facts, PieceKind::tool_name, text_of(*item, "name"), 0, tool);
}

bool is_last_event(std::string_view type) {
  return type == "response.completed" || type == "response.incomplete" || type == "response.failed";
}

}  // namespace responses_reader_impl

void read_responses(JsonObject root, EventFacts& facts) {
  const std::string_view type = text_of(root, "type");
  if (type.ends_with(".delta")) return responses_reader_impl::read_delta(type, root, facts);
  if (type == "response.output_item.added") return responses_reader_impl::read_added_item(root, facts);
  if (type == "error") facts.error = true;
  if (const auto response = object_of(root, "response"))
    responses_reader_impl::read_response(*response, facts);
  facts.protocol_end = responses_reader_impl::is_last_event(type);
  if (const auto output = array_of(root, "output")) {
    responses_reader_impl::read_response(root, facts);
    for (JsonValue element : *output) {
      JsonObject item;
      if (element.get(item) == simdjson::SUCCESS) responses_reader_impl::read_whole_item(item, facts);
    }
  }
}

}  // namespace foreshock::wire
