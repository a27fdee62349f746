#pragma once
// Backends that are only numbers. For tests only.
#include <map>

#include "gateway/backend_choice.h"

namespace foreshock::gateway {

inline constexpr Instant test_start{std::chrono::hours(500'000)};

inline Backends backends_of(const std::vector<double>& weights) {
  Backends all;
  for (const double weight : weights) {
    all.push_back(std::make_unique<Backend>(mitigate::BreakerOptions{}, BalanceOptions{}));
    all.back()->index = all.size() - 1;
    all.back()->identity = all.size();
    all.back()->weight = weight;
  }
  return all;
}

// Of so many choices, by index.
inline std::map<size_t, int> shares_of(const Backends& backends, int turns,
                                       const BalanceOptions& options = {}, Instant now = test_start) {
  std::map<size_t, int> shares;
  for (int turn = 0; turn < turns; ++turn)
    ++shares[choose_backend(backends, options, {.turn = static_cast<size_t>(turn), .now = now})
                 .backend->index];
  return shares;
}

}  // namespace foreshock::gateway
