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
    PathRow{"/embeddings", Dialect::unknown},
    PathRow{"/rerank", Dialect::unknown},
    PathRow{"/moderations", Dialect::unknown},
    PathRow{"/images/generations", Dialect::unknown},
    PathRow{"/audio/speech", Dialect::unknown},
    PathRow{"/audio/transcriptions", Dialect::unknown},
    PathRow{"/tokenize", Dialect::unknown},
};
constexpr std::array<std::string_view, 7> names = {
    "openai_chat", "openai_completions", "openai_responses", "anthropic",
    "ollama",      "llama_completion",   "unknown"};

const PathRow* row_of(std::string_view path) {
  path = path.substr(0, path.find('?'));
  while (path.ends_with('/')) path.remove_suffix(1);
  for (const PathRow& row : paths)
    if (path.ends_with(row.ending)) return &row;
  return nullptr;
}

struct MediaRow {
  std::string_view name;
  Framing framing;
};
constexpr std::array media_types = {
    MediaRow{"text/event-stream", Framing::sse},         MediaRow{"application/x-ndjson", Framing::lines},
    MediaRow{"application/jsonl", Framing::lines},       MediaRow{"application/json", Framing::body},
    MediaRow{"application/problem+json", Framing::body},
};

// Without its parameters; empty when none is said.
std::string_view media_type(const ResponseHead& answer) {
  const std::string_view type = answer.headers.find("content-type").value_or("");
  return trimmed(type.substr(0, type.find(';')));
}

}  // namespace dialect_impl

std::string_view name_of(Dialect dialect) {
  return dialect_impl::names[static_cast<size_t>(dialect)];
}

Dialect dialect_of_path(std::string_view path) {
  const auto* row = dialect_impl::row_of(path);
  return row == nullptr ? Dialect::unknown : row->dialect;
}

std::string endpoint_of_path(std::string_view path) {
  const auto* row = dialect_impl::row_of(path);
  if (row == nullptr) return "other";
  const std::string versioned = "/v1" + std::string(row->ending);
  return path.substr(0, path.find('?')) == versioned ? versioned : std::string(row->ending);
}

Framing framing_of_answer(const ResponseHead& answer, bool stream_asked) {
  if (answer.headers.find("content-encoding").value_or("identity") != "identity") return Framing::opaque;
  const std::string_view type = dialect_impl::media_type(answer);
  for (const auto& row : dialect_impl::media_types)
    if (equals_ignoring_case(type, row.name)) return row.framing;
  if (!type.empty() && !equals_ignoring_case(type, "text/plain")) return Framing::opaque;
  return stream_asked ? Framing::sse : Framing::body;
}

bool is_page(const ResponseHead& answer) {
  const std::string_view type = dialect_impl::media_type(answer);
  return equals_ignoring_case(type, "text/html") || equals_ignoring_case(type, "application/xhtml+xml");
}

}  // namespace foreshock::wire
