#pragma once
// What is asked in one chat request.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace foreshock::bench {

struct ChatMessage {
  std::string role;
  std::string content;
};

struct ChatPrompt {
  std::vector<ChatMessage> messages;
  std::optional<int64_t> max_tokens = 128;
  bool tools = false;  // offers a function
  std::optional<double> temperature;
  std::string reasoning_effort;                              // empty: not said
  std::optional<int64_t> top_logprobs;                       // asks for log probabilities
  bool json = false;                                         // asks for a JSON object
  std::vector<std::pair<std::string, std::string>> headers;  // beside the usual ones
};

using PromptSource = std::function<ChatPrompt()>;

// The JSON of a chat completion request; a stream asks for the usage too.
std::string chat_body(const ChatPrompt& prompt, std::string_view model, bool stream);

}  // namespace foreshock::bench
