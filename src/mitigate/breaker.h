#pragma once
// Keeps requests from a backend whose requests fail, and lets one through now and then to see whether it is
// well again. Safe to call from any thread; no locks.
#include <atomic>
#include <cstdint>

#include "core/observation.h"
#include "core/option.h"

namespace foreshock::mitigate {

struct BreakerOptions {
  Ratio failures{0.5};
  int64_t volume = 10;
  Duration window = std::chrono::seconds(10);
  Duration open = std::chrono::seconds(5);
};
OptionSet breaker_options();

// What the end of a request says of its backend. Neutral: nothing; the client asked wrongly or left (4xx), or
// the backend is well and has no room (429, 503).
enum class Outcome : uint8_t { success, neutral, failure };
Outcome outcome_of(TerminalState state, int status);

// Of an HTTP answer: the backend has no room, and has begun nothing.
constexpr bool is_busy(int status) {
  return status == 429 || status == 503;
}

enum class Trust : uint8_t {
  full,   // closed: all may go there
  trial,  // half open: one may go there, and then nobody until it has ended
  none,   // open
};

class Breaker {
 public:
  explicit Breaker(const BreakerOptions& options) : options_(options) {}

  // OPTIONS.failures or more of at least OPTIONS.volume requests that ended within a window failed: it opens
  // for OPTIONS.open, twice as long each time that a trial fails, 2 min at most. Whether that changed its
  // trust.
  bool ended(Outcome outcome, Instant now);
  Trust trust(Instant now) const;
  // A request goes there; what ended() is told of it, or of one under way before, ends the trial.
  void sent(Instant now);

 private:
  bool close();
  void open(int times, Instant now);

  struct Tally;

  const BreakerOptions options_;
  std::atomic<uint64_t> tally_{0};  // of the window: its number, requests, failures
  std::atomic<int> opened_{0};      // times in a row
  std::atomic<bool> on_trial_{false};
  std::atomic<Instant> open_until_{Instant::min()};
};

}  // namespace foreshock::mitigate
