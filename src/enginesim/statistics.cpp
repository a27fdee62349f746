#include "enginesim/statistics.h"

#include <algorithm>
#include <numeric>

namespace foreshock::enginesim {
namespace statistics_impl {

// The buckets of vLLM 0.10 and later.
constexpr auto first_token_bounds =
    std::to_array({0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1,  0.25,  0.5,   0.75,
                   1.0,   2.5,   5.0,  7.5,  10.0, 20.0, 40.0, 80.0, 160.0, 640.0, 2560.0});
constexpr auto inter_token_bounds = std::to_array({0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5,
                                                   0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 20.0, 40.0, 80.0});
constexpr auto request_bounds =
    std::to_array({0.3,  0.5,  0.8,  1.0,  1.5,   2.0,   2.5,   5.0,   10.0,   15.0,  20.0,
                   30.0, 40.0, 50.0, 60.0, 120.0, 240.0, 480.0, 960.0, 1920.0, 7680.0});

constexpr auto iteration_bounds =
    std::to_array({1.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0});
constexpr auto answers_bounds = std::to_array({1.0, 2.0, 5.0, 10.0, 20.0});
constexpr auto token_bounds = std::to_array({1e0, 2e0, 5e0, 1e1, 2e1, 5e1, 1e2, 2e2, 5e2, 1e3, 2e3,
                                             5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7});

std::span<const double> tokens_up_to(int64_t longest) {
  const auto end = std::upper_bound(token_bounds.begin(), token_bounds.end(), static_cast<double>(longest));
  return {token_bounds.begin(), end};
}

}  // namespace statistics_impl

void Histogram::observe(double value) {
  const auto bucket = std::lower_bound(bounds_.begin(), bounds_.end(), value) - bounds_.begin();
  ++counts_[static_cast<size_t>(bucket)];
  ++count_;
  sum_ += value;
}

int64_t Histogram::cumulative(size_t index) const {
  return std::accumulate(counts_.begin(), counts_.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                         int64_t{0});
}

Statistics::Statistics(int64_t longest_context)
    : time_to_first_token(statistics_impl::first_token_bounds),
      inter_token_latency(statistics_impl::inter_token_bounds),
      iteration_tokens(statistics_impl::iteration_bounds),
      request_latency(statistics_impl::request_bounds),
      queue_time(statistics_impl::request_bounds),
      prefill_time(statistics_impl::request_bounds),
      decode_time(statistics_impl::request_bounds),
      inference_time(statistics_impl::request_bounds),
      request_prompt_tokens(statistics_impl::tokens_up_to(longest_context)),
      request_generation_tokens(statistics_impl::tokens_up_to(longest_context)),
      max_tokens(statistics_impl::tokens_up_to(longest_context)),
      answers_wanted(statistics_impl::answers_bounds),
      longest_generation(statistics_impl::tokens_up_to(longest_context)) {}

void Statistics::finish(FinishReason reason, const FinishedAnswer& answer) {
  ++finished[static_cast<size_t>(reason)];
  request_latency.observe(answer.queued + answer.prefill + answer.decode);
  queue_time.observe(answer.queued);
  prefill_time.observe(answer.prefill);
  decode_time.observe(answer.decode);
  inference_time.observe(answer.prefill + answer.decode);
  request_prompt_tokens.observe(static_cast<double>(answer.prompt_tokens));
  request_generation_tokens.observe(static_cast<double>(answer.generation_tokens));
  max_tokens.observe(static_cast<double>(answer.max_tokens));
  Siblings alone;
  Siblings& call = answer.siblings ? *answer.siblings : alone;
  call.longest = std::max(call.longest, answer.generation_tokens);
  if (--call.unfinished > 0) return;
  answers_wanted.observe(static_cast<double>(call.wanted));
  longest_generation.observe(static_cast<double>(call.longest));
}

}  // namespace foreshock::enginesim
