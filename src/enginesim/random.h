#pragma once
// Random numbers that are the same on every machine and every run (SplitMix64, Steele et al. 2014).
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string_view>

#include "core/scramble.h"

namespace foreshock::enginesim {

// One seed out of two: order matters.
constexpr uint64_t mixed(uint64_t a, uint64_t b) {
  return scramble(a + 0x9e3779b97f4a7c15u * (b + 1));
}
constexpr uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return scramble(hash);
}

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() { return scramble(state_ += 0x9e3779b97f4a7c15u); }
  // 0 <= x < 1
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  bool chance(double probability) { return uniform() < probability; }
  // 0 <= x < COUNT; COUNT is positive.
  uint64_t below(uint64_t count) { return next() % count; }
  double exponential(double mean) { return -mean * std::log1p(-uniform()); }
  double normal() {
    const double radius = std::sqrt(exponential(2));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  double log_normal(double median, double log_sd) { return median * std::exp(log_sd * normal()); }
  template <class T>
  const T& pick(std::span<const T> items) {
    return items[below(items.size())];
  }

 private:
  uint64_t state_;
};

}  // namespace foreshock::enginesim
