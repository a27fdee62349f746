#include "enginesim/logprobs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace logprobs_impl {

// Most tokens of a real model are nearly certain, some are open.
constexpr double least_certain = 0.35;
// Of what the chosen token leaves: what the named alternatives share, each getting less than the one before.
constexpr double named_share = 0.95;
constexpr double decay = 0.55;

std::string alternative(const Vocabulary& words, int64_t rank, Random& random) {
  const std::string_view phrase = random.pick((rank % 2 == 0 ? words.nouns : words.adjectives).all()).text;
  const std::string_view word = split_tokens(phrase).front();
  return fmt::format("{}{}", words.space, word);
}

bool contains(const std::vector<TokenLogprob>& top, const std::string& token) {
  return std::any_of(top.begin(), top.end(), [&](const TokenLogprob& other) { return other.token == token; });
}

}  // namespace logprobs_impl

Logprobs draw_logprobs(std::string_view chosen, int64_t top, Language language, Random& random) {
  using namespace logprobs_impl;
  const double certainty = least_certain + (1 - least_certain) * std::sqrt(random.uniform());
  Logprobs drawn{.chosen = std::log(certainty), .top = {}};
  double share = (1 - certainty) * named_share * (1 - decay);
  for (int64_t rank = 0; rank < top; ++rank) {
    if (rank == 0) {
      drawn.top.push_back({std::string(chosen), drawn.chosen});
      continue;
    }
    std::string token = alternative(vocabulary(language), rank, random);
    while (contains(drawn.top, token)) token += fmt::to_string(rank);
    drawn.top.push_back({std::move(token), std::log(share)});
    share *= decay;
  }
  return drawn;
}

}  // namespace foreshock::enginesim
