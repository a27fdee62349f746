#include "gateway/backend_choice.h"

#include <algorithm>

namespace foreshock::gateway {

Chosen choose_backend(const Backends& backends, const BalanceOptions& options, const Choice& choice) {
  const auto [candidates, full] = candidates_of(backends, options, choice);
  if (candidates.empty()) return {nullptr, full};
  const bool can_stay = std::find(candidates.begin(), candidates.end(), choice.wanted) != candidates.end() &&
                        !is_over_cap(*choice.wanted, candidates, {options, choice});
  return {can_stay ? choice.wanted : pick(candidates, {options, choice}), false};
}

}  // namespace foreshock::gateway
