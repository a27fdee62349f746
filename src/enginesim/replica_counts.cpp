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

// A draft counts once it is begun, a token once it is accepted: together they are whole tokens at any time.
int64_t begun(double drafts) {
  return static_cast<int64_t>(std::ceil(drafts - rounding));
}

// Of PARTS, so that they sum up to the whole part of their sum.
std::vector<int64_t> whole_parts(const std::vector<double>& parts) {
  std::vector<int64_t> whole;
  double sum = rounding;
  for (const double part : parts) {
    const auto before = static_cast<int64_t>(sum);
    whole.push_back(static_cast<int64_t>(sum += part) - before);
  }
  return whole;
}

}  // namespace replica_counts_impl

ReplicaCounts::ReplicaCounts(const VirtualReplica& replica)
    : statistics_(replica.spec().context), preemptions_before_(replica.preemptions()) {}

void ReplicaCounts::look_before(const VirtualReplica& replica, double seconds) {
  drafting_ = replica.gauges();
  draft_length_ = std::llround(drafting_.draft_length);
  count_iterations(drafting_.running == 0);
  iterations_ += drafting_.steps * seconds;
}

// Before the first token, and after the last, nothing is accepted.
void ReplicaCounts::look_after(const VirtualReplica& replica) {
  const VirtualGauges gauges = replica.gauges();
  if (gauges.accept_length > drafting_.accept_length) drafting_ = gauges;
}

// The tokens that came since the last time, evenly over the whole steps since then. Those without a token, in
// which a prompt is read, do not count.
void ReplicaCounts::count_iterations(bool is_idle) {
  const int64_t whole = std::max<int64_t>(static_cast<int64_t>(iterations_), is_idle ? 1 : 0);
  if (whole == 0) return;
  iterations_ = is_idle ? 0 : iterations_ - static_cast<double>(whole);
  const int64_t count = std::min(whole, iteration_tokens_);
  for (int64_t i = 0; i < count; ++i)
    statistics_.iteration_tokens.observe(
        static_cast<double>(iteration_tokens_ * (i + 1) / count - iteration_tokens_ * i / count));
  iteration_tokens_ = 0;
}

void ReplicaCounts::admitted(CountedRequest& request, const VirtualOutcome& outcome) {
  request.so_far = outcome;
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
  if (outcome.end != VirtualEnd::done || !request.as.finish) {
    ++statistics_.aborted;
    return;
  }
  FinishedAnswer answer;
  answer.queued = from_seconds(outcome.admitted - outcome.arrived);
  answer.prefill = from_seconds(outcome.first_token - outcome.admitted);
  answer.decode = from_seconds(outcome.at - outcome.first_token);
  answer.prompt_tokens = request.prompt_tokens;
  answer.generation_tokens = outcome.produced;
  answer.max_tokens = request.as.max_tokens;
  answer.siblings = request.as.siblings;
  statistics_.finish(*request.as.finish, answer);
}

void ReplicaCounts::first_token(CountedRequest& request, double at) {
  statistics_.prompt_tokens += request.prompt_tokens;
  ++statistics_.generation_tokens;
  iteration_tokens_ += request.prompt_tokens + 1;
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
  ++iteration_tokens_;
  if (draft_length_ > 0) count_drafts();
}

// The drafts behind one token: one a step, and a step has as many tokens as the accept length says. Of those
// that pass unchecked all tokens are accepted, of those that are thrown away none; what is left of the accept
// length tells with which chance a checked token is.
void ReplicaCounts::count_drafts() {
  const double drafts = 1 / std::max(1.0, drafting_.accept_length);
  const double checked = drafting_.checked_share, unchecked = drafting_.unchecked_share;
  drafts_ += drafts;
  judge_calls_ += drafts * checked;
  const double of_checked = drafting_.accept_length - (1 - checked - unchecked) -
                            unchecked * static_cast<double>(draft_length_ + 1);
  const double acceptance =
      checked > 0 ? replica_counts_impl::acceptance_of(of_checked / checked, draft_length_) : 0;
  accepted_at_.resize(std::max(accepted_at_.size(), static_cast<size_t>(draft_length_)));
  double reached = drafts * checked;
  for (size_t i = 0; i < static_cast<size_t>(draft_length_); ++i)
    accepted_at_[i] += drafts * unchecked + (reached *= acceptance);
  for (; statistics_.drafts < replica_counts_impl::begun(drafts_); ++statistics_.drafts)
    statistics_.draft_tokens += draft_length_;
}

EngineMetrics ReplicaCounts::metrics(const VirtualReplica& replica, std::string model) {
  const VirtualGauges gauges = replica.gauges();
  count_iterations(gauges.running == 0);
  statistics_.accepted_at = replica_counts_impl::whole_parts(accepted_at_);
  EngineMetrics metrics;
  metrics.model = std::move(model);
  metrics.running = gauges.running;
  metrics.waiting = gauges.waiting;
  metrics.kv_use = gauges.kv_use;
  metrics.prefix_queries = prefix_queries_;
  metrics.prefix_hits = prefix_hits_;
  metrics.preemptions = std::llround(replica.preemptions() - preemptions_before_);
  metrics.kv_blocks = replica.spec().kv_blocks;
  metrics.block_tokens = replica.spec().block_tokens;
  metrics.statistics = &statistics_;
  metrics.speculates = draft_length_ > 0 || !accepted_at_.empty();
  metrics.judge_calls = replica_counts_impl::begun(judge_calls_);
  return metrics;
}

}  // namespace foreshock::enginesim
