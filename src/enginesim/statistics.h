#pragma once
// What an engine counts about itself.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/instant.h"
#include "enginesim/request.h"

namespace foreshock::enginesim {

class Histogram {
 public:
  // BOUNDS, ascending, must outlive this.
  explicit Histogram(std::span<const double> bounds) : bounds_(bounds), counts_(bounds.size() + 1) {}

  void observe(Duration value) { observe(seconds(value)); }
  void observe(double value);
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

// One answer that came to its end.
struct FinishedAnswer {
  Duration queued, prefill, decode;  // until its admission, its first token and its last one
  int64_t prompt_tokens = 0, generation_tokens = 0;
  int64_t max_tokens = 0;              // that it might have had
  std::shared_ptr<Siblings> siblings;  // of its call; none: it is alone
};

struct Statistics {
  // LONGEST_CONTEXT, in tokens, is where the buckets of tokens end.
  explicit Statistics(int64_t longest_context);

  void finish(FinishReason reason, const FinishedAnswer& answer);

  int64_t prompt_tokens = 0;  // of requests that were not refused, at their first token
  int64_t generation_tokens = 0;
  std::array<int64_t, 3> finished{};  // by FinishReason
  int64_t aborted = 0;
  // A draft is what one step drafts for one request. Each drafted token is accepted or not, and a step gives
  // its accepted tokens and one of the model's own: where every step drafts, generation_tokens = first tokens
  // + drafts + accepted ones.
  int64_t drafts = 0;
  int64_t draft_tokens = 0;
  std::vector<int64_t> accepted_at;  // by position in the draft
  Histogram time_to_first_token, inter_token_latency;
  Histogram iteration_tokens;  // of a step that gave any, with the prompts that it finished
  // Of a finished answer.
  Histogram request_latency, queue_time, prefill_time, decode_time, inference_time;
  Histogram request_prompt_tokens, request_generation_tokens, max_tokens;
  // Of a call whose answers have all finished: its n, and the tokens of the longest.
  Histogram answers_wanted, longest_generation;
};

}  // namespace foreshock::enginesim
