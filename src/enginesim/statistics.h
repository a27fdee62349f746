#pragma once
// What an engine counts about itself.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/instant.h"
#include "enginesim/request.h"

namespace foreshock::enginesim {

class Histogram {
 public:
  // BOUNDS, in seconds and ascending, must outlive this.
  explicit Histogram(std::span<const double> bounds) : bounds_(bounds), counts_(bounds.size() + 1) {}

  void observe(Duration value);
  std::span<const double> bounds() const { return bounds_; }
  // Observations of at most bounds()[INDEX]; of any size for the index after the last.
  int64_t cumulative(size_t index) const;
  int64_t count() const { return count_; }
  double sum() const { return sum_; }

 private:
  std::span<const double> bounds_;
  std::vector<int64_t> counts_;
  int64_t count_ = 0;
  double sum_ = 0;
};

struct Statistics {
  Statistics();

  int64_t prompt_tokens = 0;  // of requests that were not refused, at their first token
  int64_t generation_tokens = 0;
  std::array<int64_t, 3> finished{};  // by FinishReason
  int64_t aborted = 0;
  int64_t drafts = 0;  // steps with a draft
  int64_t draft_tokens = 0;
  std::vector<int64_t> accepted_at;  // by position in the draft
  Histogram time_to_first_token, inter_token_latency, request_latency, queue_time;
};

}  // namespace foreshock::enginesim
