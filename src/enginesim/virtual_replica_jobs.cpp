// The part of VirtualReplica that follows one request: admission, first token, tokens, end; and what its
// blocks are.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "enginesim/virtual_replica.h"

namespace foreshock::enginesim {
namespace virtual_replica_jobs_impl {

constexpr int64_t long_prompt = 8000;
// Contexts that no request uses find room in the free blocks and, as with engines that offload their KV, in
// host memory: together four times the usable blocks (of the default ones, 64 GiB at 32 KiB a token).
constexpr double with_host_memory = 4;
// Past this share of the host's memory first tokens take three times as long, as rss.growth says.
constexpr double memory_is_short = 0.9, swapping = 3;

double most_drafts(const VirtualRequest& request, const EngineDials& dials) {
  return request.most_drafts ? static_cast<double>(*request.most_drafts) : dials.draft_length;
}

}  // namespace virtual_replica_jobs_impl

void VirtualReplica::admit(uint32_t slot, std::vector<VirtualOutcome>& out) {
  Job& job = jobs_[slot];
  const VirtualRequest& request = job.request;
  const bool again = job.outcome.was_admitted();
  if (!again) {
    Random random(mixed(spec_.seed, request.id));
    const double spread = dials_.latency_spread;
    const double first = request.first_token_normal ? *request.first_token_normal : random.normal();
    const double inter = request.inter_token_normal ? *request.inter_token_normal : random.normal();
    job.first_factor = request.first_token_factor * std::exp(spec_.first_token_log_sd * first);
    job.inter_factor = request.inter_token_factor * std::exp(spec_.inter_token_log_sd * inter);
    if (resident_bytes() > virtual_replica_jobs_impl::memory_is_short * spec_.memory)
      job.first_factor *= virtual_replica_jobs_impl::swapping;
    if (spread > 0) {
      job.first_factor *= random.log_normal(1, spread);
      job.inter_factor *= random.log_normal(1, spread);
    }
    job.outcome.admitted = now_;
  }
  const int64_t cached = again ? 0 : take_hit(job);
  if (!again) job.outcome.cached = cached;
  job.phase = Phase::prefill;
  join_running(slot);
  // A request that is slow by itself takes as much less from the others.
  job.prefill_weight = std::min(1.0, 1 / job.first_factor);
  prefill_weight_ += job.prefill_weight;
  const int64_t tokens = request.prompt_tokens + job.kept - cached;
  if (dials_.stall_long_prefill > 0 && tokens >= virtual_replica_jobs_impl::long_prompt)
    start_stall(slot, tokens);
  progress_of(job, prefill_).add(static_cast<double>(tokens) * job.first_factor, slot, job.stamp);
  shrink_cache();
  if (again || job.abandoned) return;
  out.push_back(job.outcome);
  out.back().at = now_;
}

void VirtualReplica::start_first_token(uint32_t slot) {
  Job& job = jobs_[slot];
  prefill_weight_ -= job.prefill_weight;
  job.phase = Phase::first_token;
  const double fixed = job.kept > 0 ? 0 : spec_.first_token * job.first_factor + job.request.first_token_add;
  progress_of(job, timers_).add(fixed + dials_.kv_alloc_latency, slot, job.stamp);
}

void VirtualReplica::start_decode(uint32_t slot, std::vector<VirtualOutcome>& out) {
  Job& job = jobs_[slot];
  if (!job.outcome.has_token()) {
    job.outcome.first_token = now_;
    job.frozen_before = frozen_time_;
    job.kept = 1;
    base_tokens_ += 1;
  }
  const double left = static_cast<double>(job.request.output_tokens - job.kept);
  if (left <= 0) return finish(slot, VirtualEnd::done, out);
  const double acceptance = job.request.acceptance.value_or(spec_.acceptance);
  if (spec_.draft_length > 0 && (acceptance != spec_.acceptance || job.request.most_drafts))
    job.acceptance = dials_.step_tokens(running_, acceptance,
                                        virtual_replica_jobs_impl::most_drafts(job.request, dials_)) /
                     dials_.step_tokens(running_);
  const double work = job.inter_factor / job.acceptance;
  job.phase = Phase::decode;
  count_decoding(job, 1);
  SharedProgress& progress = progress_of(job, decode_);
  job.decoded_from = progress.value();
  job.tokens_a_progress = 1 / work;
  progress.add(left * work, slot, job.stamp);
  if (stalls_others(job)) return;  // what its blocks grow by counts once they grow with the others'
  growth_ += job.tokens_a_progress;
  growth_from_ += job.tokens_a_progress * job.decoded_from;
}

double VirtualReplica::decoded(const Job& job) const {
  const SharedProgress& progress = stalls_others(job) ? alone_ : decode_;
  return (progress.value() - job.decoded_from) * job.tokens_a_progress;
}

void VirtualReplica::count_decoding(const Job& job, int step) {
  decoding_ += step;
  acceptance_ += step * job.acceptance;
  if (!job.request.most_drafts) return;
  const auto longest = static_cast<int64_t>(limited_.size()) - 1;
  limited_[static_cast<size_t>(std::clamp<int64_t>(*job.request.most_drafts, 0, longest))] += step;
}

double VirtualReplica::mean_drafts() const {
  const int64_t limited = std::accumulate(limited_.begin(), limited_.end(), int64_t{0});
  if (limited == 0) return dials_.draft_length;
  double sum = static_cast<double>(decoding_ - limited) * dials_.draft_length;
  for (size_t most = 0; most < limited_.size(); ++most)
    sum += static_cast<double>(limited_[most]) * std::min(static_cast<double>(most), dials_.draft_length);
  return sum / static_cast<double>(decoding_);
}

int64_t VirtualReplica::produced(const Job& job) const {
  if (job.phase != Phase::decode) return job.kept;
  return std::min(job.request.output_tokens, job.kept + static_cast<int64_t>(decoded(job) + 1e-6));
}

void VirtualReplica::join_running(uint32_t slot) {
  Job& job = jobs_[slot];
  job.stamp = ++stamps_;
  admitted_.insert({job.stamp, slot});
  base_tokens_ += static_cast<double>(job.request.prompt_tokens + job.kept);
  ++running_;
}

void VirtualReplica::leave_running(Job& job) {
  base_tokens_ -= static_cast<double>(job.request.prompt_tokens + job.kept);
  if (job.phase == Phase::prefill) prefill_weight_ -= job.prefill_weight;
  if (job.phase == Phase::decode) {
    count_decoding(job, -1);
    if (!stalls_others(job)) {
      growth_ -= job.tokens_a_progress;
      growth_from_ -= job.tokens_a_progress * job.decoded_from;
    }
  }
  admitted_.erase({job.stamp, static_cast<uint32_t>(&job - jobs_.data())});
  if (--running_ == 0)
    base_tokens_ = growth_ = growth_from_ = prefill_weight_ = acceptance_ = 0;  // no rounding is left
}

VirtualOutcome VirtualReplica::outcome_now(const Job& job, VirtualEnd end) const {
  VirtualOutcome outcome = job.outcome;
  outcome.produced = end == VirtualEnd::done ? job.request.output_tokens : produced(job);
  if (outcome.has_token() && !stalls_others(job)) outcome.stalled = frozen_time_ - job.frozen_before;
  if (job.phase == Phase::decode) outcome.accept_length = accept_length(job, outcome.produced);
  outcome.ended = true;
  outcome.end = end;
  outcome.at = now_;
  return outcome;
}

void VirtualReplica::finish(uint32_t slot, VirtualEnd end, std::vector<VirtualOutcome>& out) {
  Job& job = jobs_[slot];
  if (!job.abandoned) out.push_back(outcome_now(job, end));
  if (job.phase != Phase::waiting) leave_running(job);
  if (stalls_others(job)) forget_staller();
  if (end == VirtualEnd::done) {
    served_ += weight_;
    ++served_since_load_;
    leaked_tokens_ += weight_ * dials_.kv_leak * static_cast<double>(spec_.block_tokens);
    leaked_bytes_ += weight_ * dials_.rss_growth;
    leaked_handles_ += weight_ * dials_.fd_growth;
    const VirtualRequest& request = job.request;
    if (request.session != 0) cache_.put(request.session, request.prompt_tokens + request.output_tokens);
    if (request.shared_prefix != 0) cache_.put(request.shared_prefix, request.shared_tokens);
    shrink_cache();
  }
  slot_of_.erase(job.request.id);
  job.phase = Phase::unused;
  unused_.push_back(slot);
}

// Its blocks are given back; it is computed again from the head of the queue.
void VirtualReplica::preempt_newest() {
  const uint32_t slot = admitted_.rbegin()->second;
  Job& job = jobs_[slot];
  const int64_t tokens = produced(job);
  leave_running(job);
  job.kept = tokens;
  job.phase = Phase::waiting;
  ++job.outcome.preemptions;
  preemptions_ += weight_;
  waiting_.push_front(slot);
}

int64_t VirtualReplica::possible_hit(const VirtualRequest& request) const {
  int64_t tokens = std::min(request.reusable_tokens, cache_.tokens_of(request.session));
  if (request.shared_prefix != 0)
    tokens = std::max(tokens, std::min(request.shared_tokens, cache_.tokens_of(request.shared_prefix)));
  tokens = std::min(tokens, request.prompt_tokens - 1);
  return tokens / spec_.block_tokens * spec_.block_tokens;
}

// Takes the session's context out of the free blocks: its request holds it now.
int64_t VirtualReplica::take_hit(Job& job) {
  const VirtualRequest& request = job.request;
  const int64_t tokens = possible_hit(request);
  cache_.remove(request.session);
  cache_.touch(request.shared_prefix);
  return hit_is_served(request) ? tokens : 0;
}

bool VirtualReplica::hit_is_served(const VirtualRequest& request) const {
  const double chance = request.prefix_hit * (1 - dials_.kv_fragmentation);
  return Random(mixed(mixed(spec_.seed, request.id), 3)).uniform() < chance;
}

void VirtualReplica::shrink_cache() {
  const double room = capacity() * virtual_replica_jobs_impl::with_host_memory - used();
  cache_.shrink_to(static_cast<int64_t>(std::max(0.0, room)));
}

double VirtualReplica::capacity() const {
  const double all = static_cast<double>(spec_.kv_blocks * spec_.block_tokens);
  return std::max(0.0, all * dials_.kv_blocks - leaked_tokens_);
}

VirtualOutcome VirtualReplica::abandon(uint64_t id, int64_t tokens, double now) {
  move_to(now);
  const auto found = slot_of_.find(id);
  if (found == slot_of_.end()) return {};
  const uint32_t slot = found->second;
  Job& job = jobs_[slot];
  job.abandoned = true;
  const bool decodes = job.phase == Phase::decode;
  const VirtualOutcome had = outcome_now(job, VirtualEnd::cancelled);
  if (decodes) {
    job.kept = had.produced;
    leave_running(job);
  }
  job.request.output_tokens = std::max(job.request.output_tokens, tokens);
  if (!decodes) return had;
  std::vector<VirtualOutcome> none;
  join_running(slot);
  start_decode(slot, none);
  settle();
  return had;
}

}  // namespace foreshock::enginesim
