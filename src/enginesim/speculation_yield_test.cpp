// What speculative decoding yields in the model as a whole, counted from what it emits.
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "enginesim/model.h"

namespace foreshock::enginesim::speculation_yield_test {

constexpr int64_t answers = 16, answer_tokens = 3000;

// The mean number of tokens that a request gets at one instant. Left out are the first token, which the
// prompt gives, and steps so near to the end that the answer may be shorter than the draft. MOST: what the
// requests ask for.
double mean_tokens_a_step(double acceptance, int64_t drafts, std::optional<int64_t> most = std::nullopt) {
  EngineSpec spec;
  spec.draft_length = drafts;
  spec.acceptance = Ratio{acceptance};
  Model model(spec, 2);
  Request request{read_prompt("How do drafts help?", "How do drafts help?"), {}};
  request.wish.max_tokens = request.wish.length = answer_tokens;
  request.wish.most_drafts = most;
  for (int64_t i = 0; i < answers; ++i) model.submit(request, Instant{});
  std::map<RequestId, int64_t> given;
  double tokens = 0, steps = 0;
  while (const auto next = model.next_event_at()) {
    std::map<RequestId, int64_t> in_step;
    for (const Emission& emission : model.advance(*next))
      if (emission.kind == Emission::Kind::token) ++in_step[emission.id];
    for (const auto& [id, count] : in_step) {
      const bool counts = given[id] > 0 && given[id] + drafts + 1 <= answer_tokens;
      given[id] += count;
      if (!counts) continue;
      tokens += static_cast<double>(count);
      ++steps;
    }
  }
  EXPECT_EQ(given.size(), static_cast<size_t>(answers));
  for (const auto& [id, count] : given) EXPECT_EQ(count, answer_tokens);
  const Statistics& counted = model.statistics();
  const auto accepted = std::accumulate(counted.accepted_at.begin(), counted.accepted_at.end(), 0.0);
  EXPECT_NEAR((1 + accepted / static_cast<double>(counted.drafts)) / (tokens / steps), 1, 0.01);
  return tokens / steps;
}

// Leviathan et al. 2023, equation 1. A step's standard deviation is at most 0.7 of its mean, so that of the
// mean of some 10,000 steps is at most 0.7 %: three of them.
TEST(SpeculationYield, IsTheGeometricSumWhateverTheDraft) {
  for (const double p : {0.3, 0.6, 0.8, 0.95})
    for (const int64_t k : {1, 3, 5, 8}) {
      const double expected = (1 - std::pow(p, k + 1)) / (1 - p);
      EXPECT_NEAR(mean_tokens_a_step(p, k) / expected, 1, 0.02) << "p " << p << ", k " << k;
    }
}

TEST(SpeculationYield, OfCertainAndOfHopelessDrafts) {
  EXPECT_EQ(mean_tokens_a_step(1, 4), 5);
  EXPECT_EQ(mean_tokens_a_step(0, 4), 1);
}

TEST(SpeculationYield, OfARequestThatAsksForFewerDrafts) {
  EXPECT_EQ(mean_tokens_a_step(1, 4, 2), 3);
  EXPECT_EQ(mean_tokens_a_step(1, 4, 9), 5) << "the engine's own is the most";
}

}  // namespace foreshock::enginesim::speculation_yield_test
