#pragma once
// The words of one request and its answer, as they pass: what text signals are measured on. Never kept and
// never logged (DESIGN 4).
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace foreshock {

struct ToolCall {
  std::string name;
  std::string arguments;  // JSON, as joined from the stream
};

struct OfferedTool {
  std::string_view name;
  std::string_view schema;  // JSON Schema of its arguments
};

// Of one token, where log probabilities were told.
struct TokenLogprobs {
  double chosen = 0;
  std::vector<double> top;  // the best first
};

struct Transcript {
  std::string question;           // the newest message
  int64_t prompt_characters = 0;  // of all messages; 0: not known
  std::string reasoning, answer;
  std::vector<ToolCall> calls;
  std::vector<OfferedTool> offered;
  std::vector<TokenLogprobs> logprobs;  // of the answer, from its first token; empty: not told
};

}  // namespace foreshock
