#pragma once
// How many requests may be sent a second time, so that retries never make an overload worse. Safe to call
// from any thread; no locks.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

#include "core/option.h"

namespace foreshock::mitigate {

struct RetryOptions {
  Ratio share{0.1};
  int64_t reserve = 10;
};
OptionSet retry_options();

// Every request adds OPTIONS.share of a retry, up to OPTIONS.reserve; a retry takes one.
class RetryBudget {
 public:
  explicit RetryBudget(const RetryOptions& options)
      : each_(std::llround(options.share.value * one)), most_(options.reserve * one), left_(most_) {}

  void on_request() {
    int64_t left = left_;
    while (!left_.compare_exchange_weak(left, std::min(left + each_, most_))) {
    }
  }
  bool may_retry() const { return left_ >= one; }
  void on_retry() { left_ -= one; }

 private:
  static constexpr int64_t one = 1000;
  const int64_t each_, most_;
  std::atomic<int64_t> left_;
};

}  // namespace foreshock::mitigate
