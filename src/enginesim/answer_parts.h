#pragma once
// Tokens joined by what they are part of: those of one step make a chunk, all of them an answer.
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "enginesim/request.h"

namespace foreshock::enginesim {

struct LoggedToken {
  std::string text;
  Logprobs logprobs;
};

struct AnswerParts {
  std::string reasoning, text, tool_arguments;
  std::optional<std::string> tool_name;
  std::vector<LoggedToken> logged;  // the tokens of the text, where log probabilities were asked for

  void add(Emission token);
  bool empty() const { return reasoning.empty() && text.empty() && tool_arguments.empty() && !tool_name; }
};

// {"content":[{"token","logprob","bytes","top_logprobs"}],"refusal":null}, or null where none were asked for.
nlohmann::ordered_json chat_logprobs(const AnswerParts& parts);
// {"tokens","token_logprobs","top_logprobs","text_offset"}, or null. FIRST_OFFSET is the place of the parts
// in the whole text, in bytes.
nlohmann::ordered_json completion_logprobs(const AnswerParts& parts, size_t first_offset);

}  // namespace foreshock::enginesim
