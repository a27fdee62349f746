#include "mitigate/latency_estimate.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace foreshock::mitigate {

// In one word, so that it changes at once.
struct LatencyEstimate::Entry {
  float seconds = 0;
  uint32_t at = 0;  // milliseconds, round after 49 days

  static Entry of(uint64_t word) {
    return {std::bit_cast<float>(static_cast<uint32_t>(word >> 32)), static_cast<uint32_t>(word)};
  }
  uint64_t word() const { return uint64_t{std::bit_cast<uint32_t>(seconds)} << 32 | at; }
  // Another worker's clock may have been a little ahead.
  Duration age(Instant now) const {
    const auto since = static_cast<int32_t>(milliseconds_of(now) - at);
    return std::chrono::milliseconds(std::max(since, 0));
  }
  static uint32_t milliseconds_of(Instant now) {
    return static_cast<uint32_t>(now.time_since_epoch() / std::chrono::milliseconds(1));
  }
};

void LatencyEstimate::note(Duration sample, Instant now) {
  constexpr float shortest = 1e-6F;  // so that ratios are numbers
  const float seen = std::max(static_cast<float>(seconds(sample)), shortest);
  uint64_t before = entry_.load(std::memory_order_relaxed);
  Entry entry;
  do {
    entry = Entry::of(before);
    const Duration age = entry.age(now);
    const bool known = before != 0 && age <= 3 * decay_;
    if (!known || seen >= entry.seconds)
      entry.seconds = seen;
    else
      entry.seconds +=
          (seen - entry.seconds) * static_cast<float>(1 - std::exp(-seconds(age) / seconds(decay_)));
    entry.at = Entry::milliseconds_of(now);
  } while (!entry_.compare_exchange_weak(before, entry.word(), std::memory_order_relaxed));
}

std::optional<double> LatencyEstimate::value(Instant now) const {
  const uint64_t word = entry_.load(std::memory_order_relaxed);
  const Entry entry = Entry::of(word);
  if (word == 0 || entry.age(now) > 3 * decay_) return std::nullopt;
  return entry.seconds;
}

}  // namespace foreshock::mitigate
