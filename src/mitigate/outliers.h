#pragma once
// Which backends do worse than their peers, and are left out for a while.
#include <optional>
#include <span>
#include <vector>

#include "core/option.h"

namespace foreshock::mitigate {

struct OutlierOptions {
  Duration interval = std::chrono::seconds(10);
  int64_t volume = 20;
  Ratio failures{0.2};
  double latency = 3;
  Duration ejection{};  // a gateway that leaves out a slow backend also hides it: nobody does so unasked
};
OptionSet outlier_options();

// What a backend did in one interval.
struct PeerTally {
  int64_t ended = 0, failed = 0;
  int64_t first_tokens = 0;
  double first_token_seconds = 0;  // of all of them together
};

struct Ejection {
  size_t backend = 0;
  bool by_latency = false;  // else by failures
  double value = 0,
         peers = 0;  // share that failed, or mean seconds to the first token; the median of the peers
  Duration time{};
};

// For one thread. Pure: no clock, no backends.
class Outliers {
 public:
  Outliers(const OutlierOptions& options, size_t backends) : options_(options), all_(backends) {}

  // One tally a backend, once an interval. Those that are to be left out from NOW on: backends whose share of
  // failures is OPTIONS.failures above the median of their peers, or whose time to first token is
  // OPTIONS.latency times theirs, worst first, each judged by OPTIONS.volume requests or more. A peer is one
  // that is not out and has that volume. Never more than half of all are out. Each ejection takes
  // OPTIONS.ejection times the number of times in a row, ten at most; an interval in which a backend does
  // well takes one off.
  std::vector<Ejection> judge(std::span<const PeerTally> tallies, Instant now);

 private:
  struct One {
    int64_t times = 0;
    Instant out_until = Instant::min();
  };
  std::optional<Ejection> verdict_on(size_t backend, std::span<const PeerTally> tallies, Instant now) const;

  const OutlierOptions options_;
  std::vector<One> all_;
};

}  // namespace foreshock::mitigate
