#pragma once
// Interchangeable phrases, drawn by their length.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "enginesim/random.h"

namespace foreshock::enginesim {

struct Phrase {
  std::string_view text;
  int64_t tokens = 0;
};

class Phrases {
 public:
  // TEXTS: at least one; what they point at outlives this.
  explicit Phrases(std::span<const std::string_view> texts);

  // One of at most MOST tokens, or of exactly TOKENS; nullptr where there is none.
  const Phrase* draw(int64_t most, Random& random) const { return draw_between(0, most, random); }
  const Phrase* draw_exact(int64_t tokens, Random& random) const {
    return draw_between(tokens - 1, tokens, random);
  }
  int64_t shortest() const { return phrases_.front().tokens; }
  std::span<const Phrase> all() const { return phrases_; }

 private:
  const Phrase* draw_between(int64_t above, int64_t most, Random& random) const;
  size_t count_up_to(int64_t tokens) const;

  std::vector<Phrase> phrases_;  // shortest first
  std::vector<size_t> up_to_;    // by n: how many have at most n tokens
};

}  // namespace foreshock::enginesim
