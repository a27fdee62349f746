// The part of VirtualReplica in which one long prompt stalls the others: no token and no admission for them,
// while it goes on as if it were alone. Only one can, since nothing is admitted meanwhile.
#include <algorithm>
#include <utility>

#include "enginesim/virtual_replica.h"

namespace foreshock::enginesim {

void VirtualReplica::start_stall(uint32_t slot, int64_t tokens) {
  stalled_until_ = now_ + dials_.stall_long_prefill * static_cast<double>(tokens) / 1000;
  staller_ = slot;
}

void VirtualReplica::forget_staller() {
  staller_.reset();
  alone_ = {};
}

// In the units of what it does: prompt tokens, seconds, steps.
double VirtualReplica::staller_rate() const {
  if (!staller_ || stands_still()) return 0;
  const Phase phase = jobs_[*staller_].phase;
  if (phase == Phase::first_token) return 1;
  return phase == Phase::prefill ? dials_.prefill_tokens_a_second(1)
                                 : dials_.step_tokens(1) / dials_.step_seconds(1);
}

void VirtualReplica::advance_staller(std::vector<VirtualOutcome>& out) {
  while (const auto* entry = staller_ ? alone_.first(of_staller()) : nullptr) {
    alone_.set_rate(staller_rate());
    if (alone_.time_to(entry->end) > 0) return;
    alone_.pop();
    const uint32_t slot = *staller_;
    const Phase phase = jobs_[slot].phase;
    if (phase == Phase::prefill)
      start_first_token(slot);
    else if (phase == Phase::first_token)
      start_decode(slot, out);
    else
      finish(slot, VirtualEnd::done, out);
  }
}

// It joins the others with what is left of what it does.
void VirtualReplica::end_stall() {
  const uint32_t slot = *staller_;
  Job& job = jobs_[slot];
  if (job.outcome.has_token()) job.frozen_before = frozen_time_;
  if (job.phase == Phase::decode) {
    job.kept = produced(job);
    leave_running(job);
    forget_staller();
    join_running(slot);
    std::vector<VirtualOutcome> none;
    return start_decode(slot, none);
  }
  const auto* entry = alone_.first(of_staller());
  const double left = entry == nullptr ? 0 : std::max(0.0, entry->end - alone_.value());
  forget_staller();
  (job.phase == Phase::prefill ? prefill_ : timers_).add(left, slot, job.stamp);
}

}  // namespace foreshock::enginesim
