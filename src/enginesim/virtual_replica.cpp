#include "enginesim/virtual_replica.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foreshock::enginesim {
namespace virtual_replica_impl {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double never_used = -1e9;
constexpr double block_stretch = 2;  // s, of queue.block
constexpr double most_handles = 65536;
constexpr double watermark = 0.01;  // of the blocks, free after an admission: else the next step preempts

}  // namespace virtual_replica_impl

VirtualReplica::VirtualReplica(const VirtualSpec& spec)
    : spec_(spec),
      dials_(spec_),
      next_(virtual_replica_impl::never),
      started_at_(spec.started_at),
      loaded_at_(spec.started_at),
      served_(static_cast<double>(spec.served)) {}

std::optional<VirtualRefusal> VirtualReplica::submit(const VirtualRequest& request, double now) {
  move_to(now);
  if (down(now)) return VirtualRefusal::down;
  if (handles() >= virtual_replica_impl::most_handles) return VirtualRefusal::no_handles;
  if (request.prompt_tokens > spec_.context) return VirtualRefusal::too_long;
  if (waiting() >= spec_.queue) return VirtualRefusal::queue_full;
  const bool idle = running_ == 0 && waiting_.empty() && last_submit_ > virtual_replica_impl::never_used;
  if (dials_.unload_idle > 0 && idle && now - last_submit_ > dials_.unload_idle) {
    loading_until_ = loaded_at_ = now + spec_.load_time;
    served_since_load_ = 0;
    cache_.clear();
  }
  last_submit_ = now;
  uint32_t slot = 0;
  if (unused_.empty()) {
    slot = static_cast<uint32_t>(jobs_.size());
    jobs_.emplace_back();
  } else {
    slot = unused_.back();
    unused_.pop_back();
  }
  Job job;
  job.request = request;
  job.phase = Phase::waiting;
  job.outcome.id = request.id;
  job.outcome.tag = request.tag;
  job.outcome.arrived = now;
  jobs_[slot] = job;
  slot_of_[request.id] = slot;
  waiting_.push_back(slot);
  settle();
  return std::nullopt;
}

VirtualOutcome VirtualReplica::cancel(uint64_t id, double now) {
  move_to(now);
  const auto found = slot_of_.find(id);
  if (found == slot_of_.end()) return {};
  const uint32_t slot = found->second;
  if (jobs_[slot].phase == Phase::waiting) waiting_.erase(std::find(waiting_.begin(), waiting_.end(), slot));
  std::vector<VirtualOutcome> out;
  finish(slot, VirtualEnd::cancelled, out);
  settle();
  return out.front();
}

bool VirtualReplica::set(Dial dial, double value, double now) {
  move_to(now);
  const bool known = dials_.set(dial, value);
  settle();
  return known;
}

void VirtualReplica::restart(double now, std::vector<VirtualOutcome>& out) {
  move_to(now);
  std::vector<uint32_t> slots(waiting_.begin(), waiting_.end());
  for (const auto& [stamp, slot] : admitted_) slots.push_back(slot);
  waiting_.clear();
  for (const uint32_t slot : slots) finish(slot, VirtualEnd::reset, out);
  cache_.clear();
  down_until_ = now + spec_.load_time;
  start_anew(down_until_);
  stalled_until_ = loading_until_ = now;
  settle();
}

// What a process has gathered is gone with it.
void VirtualReplica::start_anew(double from) {
  started_at_ = loaded_at_ = from;
  served_since_load_ = 0;
  served_ = leaked_tokens_ = leaked_bytes_ = leaked_handles_ = 0;
}

void VirtualReplica::exchange(double now) {
  move_to(now);
  start_anew(now);
  settle();
}

void VirtualReplica::advance(double now, std::vector<VirtualOutcome>& out) {
  while (next_ <= now) {
    move_to(next_);
    happen(out);
  }
  move_to(now);
}

void VirtualReplica::move_to(double now) {
  const double time = now - now_;
  if (time <= 0) return;
  if (frozen()) frozen_time_ += time;
  prefill_.move(time);
  if (dials_.preempt_livelock > 0 && running_ > 0)
    preemptions_ += weight_ * time * dials_.lost_steps(running_);
  decode_.move(time);
  timers_.move(time);
  alone_.move(time);
  now_ = now;
}

// Whatever is due at now_.
void VirtualReplica::happen(std::vector<VirtualOutcome>& out) {
  if (staller_ && !stalled()) end_stall();
  advance_staller(out);
  while (const auto* entry = prefill_.first(in_phase(Phase::prefill))) {
    if (prefill_.time_to(entry->end) > 0) break;
    const uint32_t slot = entry->slot;
    prefill_.pop();
    start_first_token(slot);
  }
  while (const auto* entry = timers_.first(in_phase(Phase::first_token))) {
    if (timers_.time_to(entry->end) > 0) break;
    const uint32_t slot = entry->slot;
    timers_.pop();
    start_decode(slot, out);
  }
  while (const auto* entry = decode_.first(in_phase(Phase::decode))) {
    if (decode_.time_to(entry->end) > 0) break;
    const uint32_t slot = entry->slot;
    decode_.pop();
    finish(slot, VirtualEnd::done, out);
  }
  if (growth_ > 0 && running_ > 1 && decode_.rate() > 0 &&
      capacity() - used() <= growth_ * decode_.rate() * 4e-9)
    preempt_newest();
  admit_waiting(out);
  settle();
}

// Speeds, and with them the next event, after any change.
void VirtualReplica::settle() {
  const bool still = frozen();
  dials_.mean_drafts = mean_drafts();
  prefill_.set_rate(still ? 0 : dials_.prefill_tokens_a_second(running_) / std::max(1.0, prefill_weight_));
  decode_.set_rate(still ? 0 : dials_.step_tokens(running_) / dials_.step_seconds(running_));
  timers_.set_rate(still ? 0 : 1);
  alone_.set_rate(staller_rate());
  find_next();
}

void VirtualReplica::find_next() {
  double in = virtual_replica_impl::never;
  if (const auto* entry = prefill_.first(in_phase(Phase::prefill)))
    in = std::min(in, prefill_.time_to(entry->end));
  if (const auto* entry = timers_.first(in_phase(Phase::first_token)))
    in = std::min(in, timers_.time_to(entry->end));
  if (const auto* entry = decode_.first(in_phase(Phase::decode)))
    in = std::min(in, decode_.time_to(entry->end));
  if (const auto* entry = staller_ ? alone_.first(of_staller()) : nullptr)
    in = std::min(in, alone_.time_to(entry->end));
  if (growth_ > 0 && running_ > 1 && decode_.rate() > 0)
    in = std::min(in, std::max(0.0, (capacity() - used()) / (growth_ * decode_.rate())));
  next_ = now_ + in;
  if (can_admit() || (staller_ && !stalled())) next_ = now_;
  for (const double end : {stalled_until_, loading_until_})
    if (end > now_) next_ = std::min(next_, end);
  if (!waiting_.empty() && admission_blocked())
    next_ = std::min(next_, (std::floor(now_ / virtual_replica_impl::block_stretch) + 1) *
                                virtual_replica_impl::block_stretch);
}

bool VirtualReplica::admission_blocked() const {
  if (dials_.queue_block <= 0) return false;
  const auto stretch = static_cast<uint64_t>(std::floor(now_ / virtual_replica_impl::block_stretch) + 1e9);
  return Random(mixed(mixed(spec_.seed, 77), stretch)).uniform() < dials_.queue_block;
}

bool VirtualReplica::can_admit() const {
  if (waiting_.empty() || frozen() || static_cast<double>(running_) >= dials_.batch_max) return false;
  if (admission_blocked()) return false;
  const Job& job = jobs_[waiting_.front()];
  // A request that is too large for the blocks runs alone.
  return running_ == 0 || used() + static_cast<double>(job.request.prompt_tokens + job.kept) <=
                              capacity() * (1 - virtual_replica_impl::watermark);
}

void VirtualReplica::admit_waiting(std::vector<VirtualOutcome>& out) {
  while (can_admit()) {
    const uint32_t slot = waiting_.front();
    waiting_.pop_front();
    admit(slot, out);
  }
}

}  // namespace foreshock::enginesim
