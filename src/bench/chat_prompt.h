#pragma once
// What is asked in one chat request.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock::bench {

struct ChatMessage {
  std::string role;
  std::string content;
};

struct ChatPrompt {
  std::vector<ChatMessage> messages;
  int64_t max_tokens = 128;
  bool tools = false;  // offers a function
};

using PromptSource = std::function<ChatPrompt()>;

// The JSON of a chat completion request; a stream asks for the usage too.
std::string chat_body(const ChatPrompt& prompt, std::string_view model, bool stream);

}  // namespace foreshock::bench
