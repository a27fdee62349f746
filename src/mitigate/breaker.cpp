#include "mitigate/breaker.h"

#include <algorithm>
#include <array>

#include "core/catalog.h"

namespace foreshock::mitigate {
namespace breaker_impl {

constexpr Duration longest_open = std::chrono::minutes(2);
constexpr int most_doublings = 10;

constexpr std::array rows = {
    option<&BreakerOptions::failures>(
        "failures", "ratio", 0.01, 1,
        "The share of a backend's requests that have to fail before it is avoided."),
    option<&BreakerOptions::volume>("volume", "requests", 1, 60'000,
                                    "How many requests have to end within a window before that is judged."),
    option<&BreakerOptions::window>("window", "s", 1, 3600, "The time over which they are counted."),
    option<&BreakerOptions::open>(
        "open", "s", 0.1, 120,
        "How long it is avoided; then one request tries it, and if that fails it is avoided twice as long."),
};
static_assert(names_are_unique(rows));

}  // namespace breaker_impl

OptionSet breaker_options() {
  return breaker_impl::rows;
}

Outcome outcome_of(TerminalState state, int status) {
  const bool asked_wrongly = status >= 400 && status < 500;
  if (asked_wrongly || is_busy(status)) return Outcome::neutral;
  switch (state) {
    case TerminalState::ok:
    case TerminalState::ok_no_done:
      return Outcome::success;
    case TerminalState::cancelled:
    case TerminalState::shed:
      return Outcome::neutral;
    default:
      return Outcome::failure;
  }
}

// In one word, so that it changes at once. Counts stop at their most.
struct Breaker::Tally {
  uint32_t window = 0;
  uint16_t requests = 0, failures = 0;

  static Tally of(uint64_t word) {
    return {static_cast<uint32_t>(word >> 32), static_cast<uint16_t>(word >> 16),
            static_cast<uint16_t>(word)};
  }
  uint64_t word() const { return uint64_t{window} << 32 | uint64_t{requests} << 16 | failures; }
  void add(bool failed) {
    if (requests == UINT16_MAX) return;
    ++requests;
    failures = static_cast<uint16_t>(failures + failed);
  }
};

Trust Breaker::trust(Instant now) const {
  if (opened_ == 0) return Trust::full;
  return now < open_until_.load() || on_trial_ ? Trust::none : Trust::trial;
}

void Breaker::sent(Instant now) {
  if (opened_ > 0 && now >= open_until_.load()) on_trial_ = true;
}

bool Breaker::ended(Outcome outcome, Instant now) {
  const bool tried = on_trial_.exchange(false);
  if (outcome == Outcome::neutral) return false;
  const bool failed = outcome == Outcome::failure;
  if (opened_ > 0) {
    if (!failed) return close();
    if (tried) open(opened_ + 1, now);
    return false;
  }
  const auto window = static_cast<uint32_t>(now.time_since_epoch() / options_.window);
  uint64_t before = tally_;
  Tally tally;
  do {
    tally = Tally::of(before);
    if (tally.window != window) tally = {window, 0, 0};
    tally.add(failed);
  } while (!tally_.compare_exchange_weak(before, tally.word()));
  if (!failed || tally.requests < options_.volume ||
      tally.failures < options_.failures.value * tally.requests)
    return false;
  open(1, now);
  return true;
}

bool Breaker::close() {
  tally_ = 0;
  return opened_.exchange(0) > 0;
}

void Breaker::open(int times, Instant now) {
  using namespace breaker_impl;
  const auto longer = 1 << std::min(times - 1, most_doublings);
  open_until_ = now + std::min<Duration>(options_.open * longer, longest_open);
  opened_ = times;
}

}  // namespace foreshock::mitigate
