#pragma once
// What a client wishes for, and the answer that it gets: decided when the request comes, token by token.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "enginesim/prompt.h"
#include "enginesim/written_answer.h"

namespace foreshock::enginesim {

enum class ToolChoice : uint8_t { none, automatic, required };

struct Wish {
  std::optional<int64_t> max_tokens;  // reasoning included; at least 1; else what the context holds
  std::optional<int64_t> length;      // tokens of the text; else drawn
  int64_t reasoning_tokens = 0;       // before the text
  std::vector<std::string> stop;      // texts that end the answer and are not part of it
  std::optional<std::string> json;    // the text is JSON that fits this JSON Schema
  std::vector<Tool> tools;
  ToolChoice tool_choice = ToolChoice::none;
  bool greedy = false;                  // temperature 0: the same text for the same prompt
  std::optional<uint64_t> seed;         // the same text for the same prompt and seed
  std::optional<int64_t> top_logprobs;  // alternatives told with each token
  std::optional<int64_t> most_drafts;   // drafted a step, where that is less than the engine's own
  AnswerFlaws flaws;                    // what is wrong with the answer
};

enum class Channel : uint8_t { reasoning, text, tool_name, tool_arguments };

// One token.
struct Piece {
  Channel channel = Channel::text;
  std::string text;
};

enum class FinishReason : uint8_t { stop, length, tool_calls };

struct Answer {
  std::vector<Piece> pieces;  // at least one
  FinishReason finish = FinishReason::stop;
};

// An answer to PROMPT. Its length, where WISH leaves it open, is log-normal around TYPICAL_TOKENS. SEED is
// used where WISH asks for neither a seed nor greedy text.
Answer compose(const Prompt& prompt, const Wish& wish, int64_t typical_tokens, uint64_t seed);

}  // namespace foreshock::enginesim
