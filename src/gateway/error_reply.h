#pragma once
// Our own refusals and failures, in the shape that the client's dialect expects.
#include <string>

#include "core/error.h"
#include "wire/dialect.h"

namespace foreshock::gateway {

// The JSON body. OpenAI: {"error":{"message","type","param","code","hint"}}; Anthropic:
// {"type":"error","error":{…}}; Ollama:
// {"error":"…"}.
std::string error_body(wire::Dialect dialect, const Error& error);

// The same as the last event of a stream of that framing.
std::string error_event(wire::Dialect dialect, wire::Framing framing, const Error& error);

}  // namespace foreshock::gateway
