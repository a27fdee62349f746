// What a VirtualReplica and its host would show of themselves.
#include <algorithm>
#include <cmath>

#include "enginesim/healthy_device.h"
#include "enginesim/virtual_replica.h"

namespace foreshock::enginesim {
namespace virtual_replica_gauges_impl {

constexpr double allocation = 1e-4;  // s, of the blocks of a prompt

}  // namespace virtual_replica_gauges_impl

double VirtualReplica::resident_bytes() const {
  return process_bytes + leaked_bytes_;
}

double VirtualReplica::handles() const {
  return process_handles + static_cast<double>(slot_of_.size()) + leaked_handles_;
}

// As at its end, and as chance had it: the variance of a step is about this share of the largest one with its
// mean and bounds (of a run of successes of .5 to .8 each, at most five: .42 to .62).
double VirtualReplica::accept_length(const Job& job, int64_t produced) const {
  constexpr double share_of_variance = 0.55;
  if (spec_.draft_length == 0 || produced < 2) return 0;
  const double drafts = std::min(dials_.draft_length,
                                 static_cast<double>(job.request.most_drafts.value_or(spec_.draft_length)));
  const double mean = dials_.step_tokens(running_, job.request.acceptance.value_or(spec_.acceptance), drafts);
  const double most = std::max(mean, drafts + 1);
  const double steps = static_cast<double>(produced) / mean;
  const double spread = std::sqrt(share_of_variance * (mean - 1) * (most - mean) / steps);
  Random random(mixed(mixed(spec_.seed, job.request.id), 5));
  return std::clamp(mean + spread * random.normal(), 1.0, most);
}

std::optional<VirtualProgress> VirtualReplica::progress(uint64_t id) const {
  const auto found = slot_of_.find(id);
  if (found == slot_of_.end()) return std::nullopt;
  const Job& job = jobs_[found->second];
  VirtualProgress progress;
  progress.first_token = job.outcome.first_token;
  progress.produced = static_cast<double>(job.kept);
  if (job.phase != Phase::decode) return progress;
  progress.produced += decoded(job);
  progress.produced = std::min(progress.produced, static_cast<double>(job.request.output_tokens));
  progress.rate = (stalls_others(job) ? alone_ : decode_).rate() * job.tokens_a_progress;
  return progress;
}

// A neighbour fills the device; the host's part of a step leaves it idle; where the memory bandwidth is the
// limit, the cores wait for it. An engine that hangs spins.
VirtualGauges VirtualReplica::gauges() const {
  using namespace virtual_replica_gauges_impl;
  VirtualGauges gauges;
  gauges.running = running_;
  gauges.waiting = waiting();
  const double usable = capacity() + leaked_tokens_;
  gauges.kv_use = usable > 0 ? std::min(1.0, (used() + leaked_tokens_) / usable) : 1;
  gauges.kv_fragmentation = dials_.kv_fragmentation;
  gauges.kv_alloc_latency = allocation + dials_.kv_alloc_latency;
  if (decoding_ > 0)
    gauges.accept_length = dials_.step_tokens(running_) * acceptance_ / static_cast<double>(decoding_);
  gauges.draft_length = dials_.mean_drafts;
  gauges.checked_share = dials_.checked_share(running_);
  gauges.unchecked_share = dials_.judge_bypass;
  if (running_ > 0 && !frozen()) gauges.steps = 1 / dials_.step_seconds(running_);
  if (gauges.draft_length > 0)
    gauges.judge_calls = gauges.checked_share * static_cast<double>(decoding_) * gauges.steps;
  const double busy = dials_.hang > 0                   ? 1
                      : running_ > 0 && !stands_still() ? dials_.device_share(running_)
                                                        : 0;
  gauges.gpu_util = 1 - (1 - busy * busy_share) * (1 - dials_.gpu_neighbour);
  gauges.dram_active = busy * (1 - (1 - dram_share) * dials_.bandwidth_share);
  if (dials_.bandwidth_share < 1) gauges.gpu_util *= dials_.bandwidth_share;
  gauges.gpu_clock = dials_.gpu_clock;
  gauges.gpu_memory = reserved_memory;
  gauges.cpu = idle_cpu + (running_ > 0 ? (1 - dials_.device_share(running_)) * (1 - idle_cpu) : 0);
  gauges.resident_bytes = resident_bytes();
  gauges.handles = handles();
  return gauges;
}

}  // namespace foreshock::enginesim
