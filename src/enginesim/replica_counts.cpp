#include "enginesim/replica_counts.h"

#include <algorithm>
#include <cmath>

namespace foreshock::enginesim {
namespace replica_counts_impl {

constexpr double rounding = 1e-6;  // of a token

// The chance of a drafted token with which steps of K drafts have LENGTH tokens in the mean.
double acceptance_of(double length, int64_t k) {
  double low = 0, high = 1;
  for (int i = 0; i < 30; ++i) {
    const double middle = (low + high) / 2;
    (mean_accepted(middle, k) < length ? low : high) = middle;
  }
  return low;
}

}  // namespace replica_counts_impl

ReplicaCounts::ReplicaCounts(const VirtualReplica& replica) : preemptions_before_(replica.preemptions()) {}

void ReplicaCounts::look_at_drafts_before(const VirtualReplica& replica, double seconds) {
  draft_length_ = std::round(replica.draft_length());
  if (draft_length_ <= 0) return;
  const VirtualGauges gauges = replica.gauges();
  accept_length_ = gauges.accept_length;
  judge_calls_ += gauges.judge_calls * seconds;
}

// Before the first token, and after the last, nothing is accepted.
void ReplicaCounts::look_at_drafts_after(const VirtualReplica& replica) {
  if (draft_length_ > 0) accept_length_ = std::max(accept_length_, replica.gauges().accept_length);
}

void ReplicaCounts::admitted(CountedRequest& request, const VirtualOutcome& outcome) {
  request.so_far = outcome;
  statistics_.queue_time.observe(from_seconds(outcome.admitted - outcome.arrived));
  prefix_queries_ += request.prompt_tokens;
  prefix_hits_ += outcome.cached;
}

bool ReplicaCounts::came(CountedRequest& request, const VirtualProgress& progress, double now) {
  if (progress.first_token < 0) return false;
  const int64_t before = request.so_far.produced;
  if (before == 0) first_token(request, progress.first_token);
  const double gained = progress.produced - request.progress, from = request.progress,
               begun = request.progress_at;
  const auto whole = static_cast<int64_t>(progress.produced + replica_counts_impl::rounding);
  while (request.so_far.produced < whole) {
    const double part = (static_cast<double>(request.so_far.produced + 1) - from) / gained;
    next_token(request, std::min(now, begun + part * (now - begun)));
  }
  request.progress = progress.produced;
  request.progress_at = now;
  return request.so_far.produced > before;
}

void ReplicaCounts::ended(CountedRequest& request, const VirtualOutcome& outcome) {
  VirtualProgress last;
  last.first_token = outcome.first_token;
  last.produced = static_cast<double>(outcome.produced);
  came(request, last, outcome.at);
  request.so_far = outcome;
  if (outcome.end != VirtualEnd::done || !request.finish) {
    ++statistics_.aborted;
    return;
  }
  ++statistics_.finished[static_cast<size_t>(*request.finish)];
  statistics_.request_latency.observe(from_seconds(outcome.at - outcome.arrived));
}

void ReplicaCounts::first_token(CountedRequest& request, double at) {
  statistics_.prompt_tokens += request.prompt_tokens;
  ++statistics_.generation_tokens;
  statistics_.time_to_first_token.observe(from_seconds(at - request.so_far.arrived));
  request.so_far.first_token = request.last_token_at = request.progress_at = at;
  request.progress = 1;
  request.so_far.produced = 1;
}

void ReplicaCounts::next_token(CountedRequest& request, double at) {
  ++statistics_.generation_tokens;
  statistics_.inter_token_latency.observe(from_seconds(at - request.last_token_at));
  request.last_token_at = at;
  ++request.so_far.produced;
  if (draft_length_ <= 0) return;
  const double steps = 1 / std::max(1.0, accept_length_);
  drafts_ += steps;
  draft_tokens_ += steps * draft_length_;
  accepted_at_.resize(std::max(accepted_at_.size(), static_cast<size_t>(draft_length_)));
  const double acceptance =
      replica_counts_impl::acceptance_of(accept_length_, static_cast<int64_t>(draft_length_));
  double reached = steps;
  for (size_t i = 0; i < static_cast<size_t>(draft_length_); ++i) accepted_at_[i] += reached *= acceptance;
}

EngineMetrics ReplicaCounts::metrics(const VirtualReplica& replica, std::string model) {
  const VirtualGauges gauges = replica.gauges();
  statistics_.drafts = std::llround(drafts_);
  statistics_.draft_tokens = std::llround(draft_tokens_);
  statistics_.accepted_at.clear();
  for (const double accepted : accepted_at_) statistics_.accepted_at.push_back(std::llround(accepted));
  EngineMetrics metrics;
  metrics.model = std::move(model);
  metrics.running = gauges.running;
  metrics.waiting = gauges.waiting;
  metrics.kv_use = gauges.kv_use;
  metrics.prefix_queries = prefix_queries_;
  metrics.prefix_hits = prefix_hits_;
  metrics.preemptions = std::llround(replica.preemptions() - preemptions_before_);
  metrics.statistics = &statistics_;
  metrics.speculates = draft_length_ > 0 || !accepted_at_.empty();
  metrics.judge_calls = std::llround(judge_calls_);
  return metrics;
}

}  // namespace foreshock::enginesim
