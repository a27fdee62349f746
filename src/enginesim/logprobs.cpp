#include "enginesim/logprobs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "enginesim/tokens.h"

namespace foreshock::enginesim {
namespace logprobs_impl {

constexpr double least_certain = 0.35, certain_top = 0.95;

std::string alternative(const Vocabulary& words, int64_t rank, Random& random) {
  const std::string_view phrase = random.pick((rank % 2 == 0 ? words.nouns : words.adjectives).all()).text;
  const std::string_view word = split_tokens(phrase).front();
  return fmt::format("{}{}", words.space, word);
}

bool contains(const std::vector<TokenLogprob>& top, const std::string& token) {
  return std::any_of(top.begin(), top.end(), [&](const TokenLogprob& other) { return other.token == token; });
}

}  // namespace logprobs_impl

double entropy_of(double certainty) {
  const double left = 1 - certainty;
  return left <= 0 ? 0 : -std::log2(certainty) - left / certainty * std::log2(left);
}

double certainty_of(double entropy) {
  double low = 1e-8, high = 1;  // entropy falls with certainty
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (entropy_of(middle) > entropy ? low : high) = middle;
  }
  return (low + high) / 2;
}

double draw_certainty(Random& random, const Oddity& oddity) {
  using namespace logprobs_impl;
  const double certainty = least_certain + (1 - least_certain) * std::sqrt(random.uniform());
  if (oddity.top_dropped) return certain_top;
  if (oddity.added_entropy == 0) return certainty;
  return certainty_of(entropy_of(certainty) + oddity.added_entropy);
}

std::vector<double> top_logprobs(double certainty, int64_t count) {
  std::vector<double> top;
  for (int64_t rank = 0; rank < count; ++rank)
    top.push_back(std::log(certainty) + static_cast<double>(rank) * std::log1p(-certainty));
  return top;
}

Logprobs draw_logprobs(std::string_view chosen, int64_t top, Language language, Random& random,
                       const Oddity& oddity) {
  using namespace logprobs_impl;
  const size_t chosen_rank = oddity.top_dropped ? 1 : 0;
  const auto odds = top_logprobs(draw_certainty(random, oddity), std::max<int64_t>(top, 2));
  Logprobs drawn{.chosen = odds[chosen_rank], .top = {}};
  for (size_t rank = 0; rank < static_cast<size_t>(top); ++rank) {
    if (rank == chosen_rank) {
      drawn.top.push_back({std::string(chosen), odds[rank]});
      continue;
    }
    std::string token = alternative(vocabulary(language), static_cast<int64_t>(rank), random);
    while (contains(drawn.top, token) || token == chosen) token += fmt::to_string(rank);
    drawn.top.push_back({std::move(token), odds[rank]});
  }
  return drawn;
}

}  // namespace foreshock::enginesim
