#include "mitigate/draft_length.h"

#include <algorithm>
#include <cmath>

#include "mitigate/dials.h"

namespace foreshock::mitigate {
namespace draft_length_impl {

constexpr double high_load = 0.8;

double tokens_of_step(double p, double k) {
  const double tokens = k + 1;
  return p >= 1 ? tokens : (1 - std::pow(p, tokens)) / (1 - p);
}

double speed(double p, const StepCosts& costs, int64_t k) {
  const auto drafts = static_cast<double>(k);
  return tokens_of_step(p, drafts) / (1 + drafts * (costs.verify + costs.draft));
}

}  // namespace draft_length_impl

double acceptance_of(double tokens, double k) {
  double low = 0, high = 1;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (draft_length_impl::tokens_of_step(middle, k) < tokens ? low : high) = middle;
  }
  return (low + high) / 2;
}

int64_t best_draft_length(double p, const StepCosts& costs, int64_t shortest, int64_t longest) {
  int64_t best = shortest;
  for (int64_t k = shortest + 1; k <= longest; ++k)
    if (draft_length_impl::speed(p, costs, k) > draft_length_impl::speed(p, costs, best)) best = k;
  return best;
}

std::optional<double> shorter_draft(const EngineFacts& facts, const MitigateOptions& options) {
  const auto longest = static_cast<int64_t>(spec_of(Dial::draft_length).max);
  const bool loaded = facts.load.value_or(0) > draft_length_impl::high_load;
  int64_t wanted = options.least_draft_length;
  if (facts.acceptance && !loaded)
    wanted = best_draft_length(std::clamp(*facts.acceptance, 0.0, 1.0), facts.costs, wanted, longest);
  if (facts.draft_length && static_cast<double>(wanted) >= *facts.draft_length) return std::nullopt;
  return static_cast<double>(wanted);
}

}  // namespace foreshock::mitigate
