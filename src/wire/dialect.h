#pragma once
// The ways in which clients and engines talk: which endpoint, how a stream is framed, what an event means.
#include <cstdint>
#include <string>
#include <string_view>

#include "wire/http_head.h"

namespace foreshock::wire {

enum class Dialect : uint8_t {
  openai_chat,
  openai_completions,
  openai_responses,
  anthropic,
  ollama,
  llama_completion,  // llama.cpp's own /completion
  embeddings,        // of every service: only its model and its usage are read
  unknown,           // relayed and timed by its events, not understood
};
std::string_view name_of(Dialect dialect);

// By the path of the request, whatever base it stands under: /v1/chat/completions,
// /api/paas/v4/chat/completions, …
Dialect dialect_of_path(std::string_view path);

// Whose errors the client of that request reads, whatever its method and call: Anthropic's and Ollama's where
// path or fields tell, else OpenAI's.
Dialect error_dialect(const RequestHead& head);

// The path as it may be kept and shown: its known ending, /v1 before it where it stands there alone; "other"
// for an unknown one. Tenants and keys that some services put into paths stay out.
std::string endpoint_of_path(std::string_view path);

enum class Framing : uint8_t { sse, lines, body, opaque };

// How the body of an answer is to be read, by its Content-Type; where that names none, by what was asked for.
// body: one JSON value; opaque: nothing that can be read.
Framing framing_of_answer(const ResponseHead& answer, bool stream_asked);

// An HTML page: whatever it says, it is no model's answer.
bool is_page(const ResponseHead& answer);

}  // namespace foreshock::wire
