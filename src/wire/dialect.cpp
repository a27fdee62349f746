#include "wire/dialect.h"

#include <algorithm>
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
    PathRow{"/embeddings", Dialect::embeddings},
    PathRow{"/api/embed", Dialect::embeddings},
    PathRow{"/rerank", Dialect::unknown},
    PathRow{"/moderations", Dialect::unknown},
    PathRow{"/images/generations", Dialect::unknown},
    PathRow{"/audio/speech", Dialect::unknown},
    PathRow{"/audio/transcriptions", Dialect::unknown},
    PathRow{"/tokenize", Dialect::unknown},
};
constexpr std::array<std::string_view, 8> names = {
    "openai_chat", "openai_completions", "openai_responses", "anthropic",
    "ollama",      "llama_completion",   "embeddings",       "unknown"};

// What Ollama serves below /api; other services have paths of that beginning too (/api/paas/v4).
constexpr std::array<std::string_view, 13> ollama_calls = {
    "chat", "generate", "embed",  "embeddings", "tags",   "show",   "ps",
    "pull", "push",     "create", "copy",       "delete", "version"};

// Without query, and slashes at its end.
std::string_view bare(std::string_view path) {
  path = path.substr(0, path.find('?'));
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

// Messages of threads are OpenAI's.
bool is_of_threads(std::string_view path) {
  return path.find("/threads/") != std::string_view::npos;
}

const PathRow* row_of(std::string_view path) {
  path = bare(path);
  for (const PathRow& row : paths)
    if (path.ends_with(row.ending) && !(row.dialect == Dialect::anthropic && is_of_threads(path)))
      return &row;
  return nullptr;
}

bool is_of_anthropic(const RequestHead& head) {
  const bool messages = head.target.find("/v1/messages") != std::string::npos && !is_of_threads(head.target);
  return messages || head.headers.find("anthropic-version");
}

bool is_of_ollama(std::string_view path) {
  constexpr std::string_view root = "/api/";
  const size_t at = path.rfind(root);
  if (at == std::string_view::npos) return false;
  const std::string_view call = path.substr(at + root.size());
  return std::find(ollama_calls.begin(), ollama_calls.end(), call) != ollama_calls.end();
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

Dialect error_dialect(const RequestHead& head) {
  const Dialect told = dialect_of_path(head.target);
  if (told != Dialect::unknown && told != Dialect::embeddings) return told;
  if (dialect_impl::is_of_anthropic(head)) return Dialect::anthropic;
  return dialect_impl::is_of_ollama(dialect_impl::bare(head.target)) ? Dialect::ollama : Dialect::openai_chat;
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
