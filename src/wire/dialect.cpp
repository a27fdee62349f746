#include "wire/dialect.h"

#include <array>

#include "wire/text.h"

namespace foreshock::wire {
namespace dialect_impl {

struct PathRow {
  std::string_view ending;
  Dialect dialect;
};
constexpr std::array paths = {
    PathRow{"/chat/completions", Dialect::openai_chat},
    PathRow{"/completions", Dialect::openai_completions},
    PathRow{"/responses", Dialect::openai_responses},
    PathRow{"/messages", Dialect::anthropic},
    PathRow{"/api/chat", Dialect::ollama},
    PathRow{"/api/generate", Dialect::ollama},
    PathRow{"/completion", Dialect::llama_completion},
};
constexpr std::array<std::string_view, 7> names = {
    "openai_chat", "openai_completions", "openai_responses", "anthropic",
    "ollama",      "llama_completion",   "unknown"};

}  // namespace dialect_impl

std::string_view name_of(Dialect dialect) {
  return dialect_impl::names[static_cast<size_t>(dialect)];
}

Dialect dialect_of_path(std::string_view path) {
  path = path.substr(0, path.find('?'));
  while (path.ends_with('/')) path.remove_suffix(1);
  for (const auto& row : dialect_impl::paths)
    if (path.ends_with(row.ending)) return row.dialect;
  return Dialect::unknown;
}

Framing framing_of_content_type(std::string_view content_type) {
  const std::string_view type = trimmed(content_type.substr(0, content_type.find(';')));
  if (equals_ignoring_case(type, "text/event-stream")) return Framing::sse;
  if (equals_ignoring_case(type, "application/x-ndjson") || equals_ignoring_case(type, "application/jsonl"))
    return Framing::lines;
  if (equals_ignoring_case(type, "application/json") ||
      equals_ignoring_case(type, "application/problem+json"))
    return Framing::body;
  return Framing::opaque;
}

}  // namespace foreshock::wire
