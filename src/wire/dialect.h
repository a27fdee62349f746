#pragma once
// The ways in which clients and engines talk: which endpoint, how a stream is framed, what an event means.
#include <cstdint>
#include <string_view>

namespace foreshock::wire {

enum class Dialect : uint8_t {
  openai_chat,
  openai_completions,
  openai_responses,
  anthropic,
  ollama,
  llama_completion,  // llama.cpp's own /completion
  unknown,           // relayed and timed by its events, not understood
};
std::string_view name_of(Dialect dialect);

// By the path of the request, whatever base it stands under: /v1/chat/completions,
// /api/paas/v4/chat/completions, …
Dialect dialect_of_path(std::string_view path);

enum class Framing : uint8_t { sse, lines, body, opaque };

// By the Content-Type of the answer. body: one JSON value; opaque: nothing that can be read.
Framing framing_of_content_type(std::string_view content_type);

}  // namespace foreshock::wire
