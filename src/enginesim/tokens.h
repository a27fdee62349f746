#pragma once
// The tokenizer of the simulated engine: the same rule counts prompts and cuts answers, so usage is exact.
//
// A token is the first of these that fits: one ideograph, kana or hangul syllable with its punctuation; at
// most six letters or three digits, with the single space before them; a run of spaces, or of line ends; any
// other character. English has about four bytes a token, Chinese one character.
#include <cstdint>
#include <string_view>
#include <vector>

#include "enginesim/engine_spec.h"
#include "enginesim/random.h"

namespace foreshock::enginesim {

int64_t count_tokens(std::string_view text);
// Views into TEXT that join to it. Bytes that are not UTF-8 are tokens of one byte.
std::vector<std::string_view> split_tokens(std::string_view text);
// The part of TEXT up to its TOKENS-th token, or all of it; as many tokens by itself.
std::string_view first_tokens(std::string_view text, int64_t tokens);
// Whether TEXT holds more ideographs than Latin words.
bool is_mostly_chinese(std::string_view text);

// Identifies each prefix of a token sequence: two sequences with equal state have, as far as matters, the
// same tokens.
class TokenChain {
 public:
  // Adds one token; whether it filled a block, whose identity is then state().
  bool add(uint64_t token) {
    state_ = mixed(state_, token);
    return ++tokens_ % block_tokens == 0;
  }
  uint64_t state() const { return state_; }
  int64_t tokens() const { return tokens_; }

 private:
  uint64_t state_ = 0;
  int64_t tokens_ = 0;
};

}  // namespace foreshock::enginesim
