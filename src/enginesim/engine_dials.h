#pragma once
// The dials of one engine in virtual time, and how fast it is at them.
#include "enginesim/dials.h"
#include "enginesim/virtual_request.h"

namespace foreshock::enginesim {

// (1 - p^(k+1)) / (1 - p): mean tokens of a step with K drafts of which each is accepted with P (Leviathan et
// al. 2023, equation 1).
double mean_accepted(double p, int64_t k);

struct EngineDials {
  explicit EngineDials(const VirtualSpec& spec);

  // Whether DIAL is one of those here. VALUE is in the dial's unit, 0 or 1 for a flag.
  bool set(Dial dial, double value);

  double step_seconds(int64_t running) const;
  // Mean tokens of a step for a request whose drafted tokens, MOST of them, are accepted with ACCEPTANCE
  // each.
  double step_tokens(int64_t running, double acceptance, double most) const;
  double step_tokens(int64_t running) const { return step_tokens(running, spec->acceptance, draft_length); }
  // A step reads at most one chunk.
  double prefill_tokens_a_second(int64_t running) const;
  // Steps a second that preemption and recomputing eat; each preempts one request.
  double lost_steps(int64_t running) const;
  // Of the drafts, those that the judge checks.
  double checked_share(int64_t running) const { return judge_room(running) * (1 - judge_bypass); }
  // Of a step, the share in which the device works and the host does not.
  double device_share(int64_t running) const;
  double calm_step_seconds(int64_t running) const;  // without a livelock
  double judge_room(int64_t running) const;  // share of the drafts for which there is room at the judge

  double prefill_rate = 1, decode_rate = 1, latency_spread = 0;
  double bandwidth_share = 1, gpu_clock = 1, gpu_neighbour = 0;
  double cpu_step_cost = 0;  // s
  double batch_max, queue_block = 0;
  double stall_long_prefill = 0;  // s for 1,000 tokens
  double preempt_livelock = 0, hang = 0;
  double unload_idle = 0;  // s; 0: never
  double kv_blocks = 1, kv_leak = 0, kv_fragmentation = 0.05;
  double kv_alloc_latency = 0;  // s
  double draft_length, judge_share = 1, judge_bypass = 0;
  double mean_drafts;  // over the requests that decode: the draft length, unless some ask for less
  double rss_growth = 0, fd_growth = 0;  // bytes and handles a request
  const VirtualSpec* spec;               // outlives this
};

}  // namespace foreshock::enginesim
