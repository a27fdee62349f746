#pragma once
// How much one client may ask for. Safe to call from any thread.
#include <mutex>
#include <optional>

#include "core/error.h"
#include "core/option.h"

namespace foreshock::mitigate {

// 0: without a limit.
struct AllowanceLimits {
  int64_t requests_per_minute = 0;
  int64_t tokens_per_minute = 0;
  int64_t in_flight = 0;
};

// What a client is told whose allowance is used up.
Error used_up();

// Two buckets that hold a minute's worth each and fill evenly. Tokens are known when a request ends: what was
// used beyond the bucket is waited for before the next is let in.
class Allowance {
 public:
  Allowance(const AllowanceLimits& limits, Instant now);

  // Lets a request in, and counts it; else how long to wait before asking again.
  std::optional<Duration> admit(Instant now);
  // One that was let in is over, and used TOKENS of prompt and answer.
  void ended(int64_t tokens, Instant now);

 private:
  class Bucket {
   public:
    explicit Bucket(int64_t per_minute) : per_minute_(static_cast<double>(per_minute)), level_(per_minute_) {}
    void fill(double seconds);
    void take(double amount) { level_ -= amount; }
    // Until there is one again; 0: now. Without a limit always.
    double wait() const;

   private:
    double per_minute_, level_;
  };
  void fill(Instant now);

  const int64_t in_flight_limit_;
  std::mutex mutex_;
  Bucket requests_, tokens_;
  int64_t in_flight_ = 0;
  Instant filled_at_;
};

}  // namespace foreshock::mitigate
