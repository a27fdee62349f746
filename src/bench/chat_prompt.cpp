#include "bench/chat_prompt.h"

#include <nlohmann/json.hpp>

namespace foreshock::bench {
namespace chat_prompt_impl {

constexpr std::string_view tools = R"([{"type": "function", "function": {
  "name": "get_weather",
  "description": "The weather of a city now.",
  "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}])";

}  // namespace chat_prompt_impl

std::string chat_body(const ChatPrompt& prompt, std::string_view model, bool stream) {
  nlohmann::ordered_json body;
  body["model"] = model;
  for (const ChatMessage& message : prompt.messages)
    body["messages"].push_back({{"role", message.role}, {"content", message.content}});
  if (prompt.max_tokens) body["max_tokens"] = *prompt.max_tokens;
  if (prompt.temperature) body["temperature"] = *prompt.temperature;
  if (prompt.json) body["response_format"] = {{"type", "json_object"}};
  if (prompt.top_logprobs) {
    body["logprobs"] = true;
    body["top_logprobs"] = *prompt.top_logprobs;
  }
  if (!prompt.reasoning_effort.empty()) body["reasoning_effort"] = prompt.reasoning_effort;
  body["stream"] = stream;
  if (stream) body["stream_options"] = {{"include_usage", true}};
  if (prompt.tools) body["tools"] = nlohmann::ordered_json::parse(chat_prompt_impl::tools);
  // A model's name comes from the command line: bytes that are no UTF-8 are replaced, not thrown at.
  return body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace foreshock::bench
