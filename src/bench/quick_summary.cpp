// From the measured requests of a quick benchmark to its numbers, and to what speaks against them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bench/quick.h"

namespace foreshock::bench {
namespace quick_summary_impl {

constexpr int64_t fewest_tokens = 5;
constexpr double gaps_for_p99 = 662;  // MLPerf's early stopping: below, a P99 has no 99 % bound

// Sums over the requests that succeeded.
struct Sums {
  int64_t answers = 0;
  int64_t ttft_count = 0;
  double ttft_sum = 0, ttft_worst = 0;   // s
  double tokens = 0, token_seconds = 0;  // to the last token, from the sending
  int64_t rate_count = 0;
  double rate_sum = 0;
  int64_t token_events = 0;
  Sketch gaps;
};

void add(Sums& sums, const Observation& observation) {
  const Stamps& stamps = observation.stamps;
  const auto tokens = static_cast<double>(observation.tokens.output.value_or(0));
  ++sums.answers;
  sums.tokens += tokens;
  sums.token_events += observation.token_events;
  sums.gaps.merge(observation.gaps);
  if (!stamps.sent || !stamps.first_token || !stamps.last_token) return;
  const double ttft = seconds(*stamps.first_token - *stamps.sent);
  ++sums.ttft_count;
  sums.ttft_sum += ttft;
  sums.ttft_worst = std::max(sums.ttft_worst, ttft);
  sums.token_seconds += seconds(*stamps.last_token - *stamps.sent);
  const double decoding = seconds(*stamps.last_token - *stamps.first_token);
  if (decoding <= 0 || tokens < 2) return;
  ++sums.rate_count;
  sums.rate_sum += (tokens - 1) / decoding;
}

std::optional<double> ratio(double sum, double count) {
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::vector<Measure> measures_of(const Sums& sums) {
  const auto gaps = static_cast<int64_t>(sums.gaps.count());
  const auto n = static_cast<double>(sums.ttft_count);
  const auto worst = sums.ttft_count > 0 ? std::optional(sums.ttft_worst) : std::nullopt;
  return {
      {"ttft", ratio(sums.ttft_sum, n), "s", sums.ttft_count,
       "mean time from sending a request to its first token"},
      {"ttft_worst", worst, "s", sums.ttft_count, "the longest of them"},
      {"tokens_per_second", ratio(sums.tokens, sums.token_seconds), "tokens/s", sums.answers,
       "tokens of one stream by the time from sending to the last"},
      {"decode_rate", ratio(sums.rate_sum, static_cast<double>(sums.rate_count)), "tokens/s", sums.rate_count,
       "tokens after the first by the time from first to last, mean"},
      {"inter_token_p50", sums.gaps.quantile(0.5), "s", gaps,
       "median gap between events with tokens, pooled, within 1 %"},
      {"inter_token_p99", sums.gaps.quantile(0.99), "s", gaps, "99th percentile of the same gaps"},
      {"output_tokens", ratio(sums.tokens, static_cast<double>(sums.answers)), "tokens", sums.answers,
       "mean tokens of an answer, reasoning included"},
  };
}

void doubt_answers(std::span<const LoadResult> results, std::vector<std::string>& doubts) {
  int64_t short_answers = 0, silent = 0, at_once = 0;
  for (const LoadResult& result : results) {
    if (!succeeded(result)) continue;
    const Stamps& stamps = result.observation.stamps;
    const int64_t tokens = result.observation.tokens.output.value_or(0);
    if (!stamps.first_token)
      ++silent;
    else if (tokens < fewest_tokens)
      ++short_answers;
    else if (*stamps.first_token == *stamps.last_token)
      ++at_once;
  }
  if (silent > 0) doubts.push_back(fmt::format("answers without any token: {}", silent));
  if (short_answers > 0)
    doubts.push_back(fmt::format("answers of fewer than {} tokens: {}", fewest_tokens, short_answers));
  if (at_once > 0)
    doubts.push_back(
        fmt::format("answers whose tokens came all at once, so that something buffers them: {}", at_once));
}

void note_counting(const Sums& sums, bool estimated, int64_t max_tokens, std::vector<std::string>& notes) {
  if (sums.answers == 0) return;
  const auto answers = static_cast<double>(sums.answers);
  const double mean_tokens = sums.tokens / answers;
  if (estimated) notes.push_back("the server gives no usage: tokens are counted as events");
  if (std::abs(mean_tokens - static_cast<double>(max_tokens)) > 0.5)
    notes.push_back(fmt::format("answers had {:.1f} tokens on average, not {}", mean_tokens, max_tokens));
  if (!estimated && sums.token_events > 0 && sums.tokens > 1.1 * static_cast<double>(sums.token_events))
    notes.push_back(
        fmt::format("an event bears {:.1f} tokens on average: gaps are between events, not tokens",
                    sums.tokens / static_cast<double>(sums.token_events)));
  if (sums.gaps.count() < gaps_for_p99)
    notes.push_back(fmt::format("only {:.0f} gaps: from {:.0f} on, a 99th percentile is bounded",
                                sums.gaps.count(), gaps_for_p99));
}

}  // namespace quick_summary_impl

QuickResult summarise_quick(std::span<const LoadResult> results, int64_t max_tokens) {
  using namespace quick_summary_impl;
  QuickResult summary;
  Sums sums;
  bool estimated = false;
  for (const LoadResult& result : results) {
    ++summary.outcomes[outcome_of(result)];
    if (!succeeded(result)) continue;
    add(sums, result.observation);
    estimated = estimated || result.observation.tokens.estimated;
  }
  const auto failed = static_cast<int64_t>(results.size()) - sums.answers;
  if (failed > 0)
    summary.doubts.push_back(fmt::format("requests that failed: {} of {}", failed, results.size()));
  doubt_answers(results, summary.doubts);
  note_counting(sums, estimated, max_tokens, summary.notes);
  summary.measures = measures_of(sums);
  return summary;
}

}  // namespace foreshock::bench
