#include "gateway/balance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gateway/random_bits.h"

namespace foreshock::gateway {
namespace balance_impl {

using Span = std::span<Backend* const>;

// The draws of one choice; numbered, so that they are independent.
enum class Draw : uint64_t { start, second, tie };

uint64_t draw(const Choice& choice, Draw which) {
  return mixed(choice.seed + mixed(choice.turn * 4 + static_cast<uint64_t>(which)));
}

double sum_of_weights(Span candidates) {
  double sum = 0;
  for (const Backend* one : candidates) sum += one->weight;
  return sum;
}

// POINT from 0 to 1; SKIPPED is left out, if there is another.
Backend* by_weight(Span candidates, double point, const Backend* skipped = nullptr) {
  double left = point * (sum_of_weights(candidates) - (skipped == nullptr ? 0 : skipped->weight.load()));
  Backend* chosen = nullptr;
  for (Backend* one : candidates) {
    if (one == skipped) continue;
    if (chosen == nullptr || left >= 0) chosen = one;
    left -= one->weight;
  }
  return chosen;
}

// Points that fill 0 to 1 evenly (Weyl's sequence of the golden ratio), so that few requests suffice for the
// shares to be right.
double even_point(const Choice& choice) {
  double whole = 0;
  return std::modf(static_cast<double>(choice.turn) * 0.6180339887498949 + unit_interval(mixed(choice.seed)),
                   &whole);
}

Backend* least_load(Span candidates, const Balance& balance) {
  const double first = candidates.front()->weight;
  if (std::any_of(candidates.begin(), candidates.end(),
                  [&](const Backend* one) { return one->weight != first; }))
    return by_weight(candidates, even_point(balance.choice));
  Backend* best = nullptr;
  int64_t least = 0;
  uint64_t equals = 0, luck = draw(balance.choice, Draw::tie);
  for (Backend* one : candidates) {
    const int64_t load = one->load(balance.choice.now);
    if (best != nullptr && load > least) continue;
    equals = best == nullptr || load < least ? 1 : equals + 1;
    luck = mixed(luck);
    if (luck % equals != 0) continue;
    best = one;
    least = load;
  }
  return best;
}

double ratio_of(const mitigate::LatencyEstimate& a, const mitigate::LatencyEstimate& b, Instant now,
                int& known) {
  const auto of_a = a.value(now), of_b = b.value(now);
  if (!of_a || !of_b) return 1;
  ++known;
  return *of_a / *of_b;
}

// How many times as slow A is as B.
double slowness(const Backend& a, const Backend& b, Instant now) {
  int known = 0;
  const double both = ratio_of(a.first_token_time, b.first_token_time, now, known) *
                      ratio_of(a.token_time, b.token_time, now, known);
  return known == 2 ? std::sqrt(both) : both;
}

double load_of(const Backend& backend, double most_weight, Instant now) {
  const double weight = most_weight > 0 ? backend.weight / most_weight : 1;
  return static_cast<double>(backend.load(now)) / weight + 1;
}

Backend* p2c_latency(Span candidates, const Balance& balance) {
  Backend* const first = by_weight(candidates, even_point(balance.choice));
  Backend* const second = by_weight(candidates, unit_interval(draw(balance.choice, Draw::second)), first);
  if (second == nullptr) return first;
  const double most_weight = std::max(first->weight.load(), second->weight.load());
  const Instant now = balance.choice.now;
  const double cost = load_of(*second, most_weight, now) * slowness(*second, *first, now);
  return cost < load_of(*first, most_weight, now) ? second : first;
}

Backend* prefix_affinity(Span candidates, const Balance& balance) {
  if (!balance.choice.prefix) return least_load(candidates, balance);
  Backend* best = nullptr;
  double best_score = 0;
  for (const bool with_cap : {true, false}) {
    for (Backend* one : candidates) {
      const double weight = std::max(one->weight.load(), 1e-9);
      const double score = -weight / std::log(unit_interval(mixed(*balance.choice.prefix ^ one->identity)));
      if ((best != nullptr && score <= best_score) || (with_cap && is_over_cap(*one, candidates, balance)))
        continue;
      best = one;
      best_score = score;
    }
    if (best != nullptr) break;
  }
  return best;
}

// In the order of the enum.
constexpr std::array policies = {least_load, p2c_latency, prefix_affinity};

}  // namespace balance_impl

Backend* pick(std::span<Backend* const> candidates, const Balance& balance) {
  if (candidates.size() == 1) return candidates.front();
  return balance_impl::policies[static_cast<size_t>(balance.options.policy)](candidates, balance);
}

bool is_over_cap(const Backend& backend, std::span<Backend* const> candidates, const Balance& balance) {
  const auto& [options, choice] = balance;
  const int64_t load = backend.load(choice.now) + 1;
  if (load <= options.load_floor) return false;
  int64_t all = 1;
  for (const Backend* one : candidates) all += one->load(choice.now);
  const double weights = balance_impl::sum_of_weights(candidates);
  const double share = weights > 0 ? backend.weight / weights : 1.0 / static_cast<double>(candidates.size());
  return static_cast<double>(load) > std::ceil(options.load_cap * static_cast<double>(all) * share);
}

}  // namespace foreshock::gateway
