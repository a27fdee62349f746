// Anthropic's messages: typed events, or the whole message.
#include "wire/json_access.h"

namespace foreshock::wire {
namespace anthropic_reader_impl {

void read_block(JsonObject block, int index, EventFacts& facts) {
  add_piece(facts, PieceKind::content, text_of(block, "text"));
  add_piece(facts, PieceKind::reasoning, text_of(block, "thinking"));
  if (text_of(block, "type") != "tool_use") return;
  add_piece(facts, PieceKind::tool_id, text_of(block, "id"), 0, index);
  add_piece(facts, PieceKind::tool_name, text_of(block, "name"), 0, index);
}

void read_message(JsonObject message, EventFacts& facts) {
  if (const auto usage = object_of(message, "usage")) read_usage(*usage, facts);
  const std::string_view model = text_of(message, "model");
  if (!model.empty()) facts.model = model;
  const std::string_view stop = text_of(message, "stop_reason");
  if (!stop.empty()) facts.finish_reason = stop;
}

void read_delta(JsonObject delta, int index, EventFacts& facts) {
  add_piece(facts, PieceKind::content, text_of(delta, "text"));
  add_piece(facts, PieceKind::reasoning, text_of(delta, "thinking"));
  add_piece(facts, PieceKind::tool_arguments, text_of(delta, "partial_json"), 0, index);
  const std::string_view stop = text_of(delta, "stop_reason");
  if (!stop.empty()) facts.finish_reason = stop;
}

}  // namespace anthropic_reader_impl

void read_anthropic(JsonObject root, EventFacts& facts) {
  const std::string_view type = text_of(root, "type");
  const int index = static_cast<int>(count_of(root, "index").value_or(0));
  if (type == "message_stop") facts.protocol_end = true;
  if (type == "error") facts.error = true;
  if (const auto message = object_of(root, "message")) anthropic_reader_impl::read_message(*message, facts);
  if (const auto block = object_of(root, "content_block"))
    anthropic_reader_impl::read_block(*block, index, facts);
  if (const auto delta = object_of(root, "delta")) anthropic_reader_impl::read_delta(*delta, index, facts);
  if (type == "message_delta" || type == "message") anthropic_reader_impl::read_message(root, facts);
  int position = 0;
  if (const auto blocks = array_of(root, "content"))
    for (JsonValue element : *blocks) {
      JsonObject block;
      if (element.get(block) == simdjson::SUCCESS)
        anthropic_reader_impl::read_block(block, position++, facts);
    }
}

}  // namespace foreshock::wire
