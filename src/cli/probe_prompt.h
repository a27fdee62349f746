#pragma once
// The words of golden probes, and what their answers show.
#include <string_view>
#include <vector>

#include "bench/chat_prompt.h"
#include "scenario/probe_rounds.h"

namespace foreshock::cli {

struct ProbeText {
  std::string system;        // of the first turn of a conversation; else empty
  std::string message;       // of the user
  std::string right_answer;  // empty: none is right or wrong
};

// Sums to be worked out, codes to be remembered and asked for, and small talk in between.
ProbeText probe_text(const scenario::ProbeQuestion& question, int64_t planted_facts);

// What a body of OpenAI's chat completions shows of itself.
struct SeenAnswer {
  std::string content;
  std::optional<int64_t> prompt_tokens;
  // Bits, of the first token. At least: what is not listed is no likelier than the last alternative that is.
  std::optional<double> entropy;
  bool top_dropped = false;  // a token was chosen that was not the likeliest
};
SeenAnswer read_seen_answer(std::string_view body);

}  // namespace foreshock::cli
