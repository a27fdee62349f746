#pragma once
// Prompts out of nothing but a seed.
#include <cstdint>
#include <random>
#include <string>

#include "bench/chat_prompt.h"

namespace foreshock::bench {

// One request for a long answer after COUNT words that no other prompt begins with, so that no prefix cache
// helps.
class UniformPrompts {
 public:
  UniformPrompts(int64_t words, int64_t max_tokens, int64_t seed)
      : words_(words), max_tokens_(max_tokens), random_(static_cast<uint64_t>(seed)) {}
  ChatPrompt next();

 private:
  int64_t words_, max_tokens_;
  std::mt19937_64 random_;
};

// What a small service sees in a day: several lengths, English and Chinese, dialogues that share their
// beginning, long answers, and offers of a tool.
class MixedPrompts {
 public:
  explicit MixedPrompts(int64_t seed) : random_(static_cast<uint64_t>(seed)) {}
  ChatPrompt next();

 private:
  std::mt19937_64 random_;
};

}  // namespace foreshock::bench
