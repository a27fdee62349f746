#include "enginesim/engine_dials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace foreshock::enginesim {
namespace engine_dials_impl {

// Of a step: for each drafted token, and for each that is verified, for each running request.
constexpr double draft_cost = 0.05, verify_cost = 0.001;

struct Row {
  Dial dial;
  double EngineDials::*member;
  double scale;  // from the dial's unit to that of the member
};
constexpr std::array rows = {
    Row{Dial::prefill_rate, &EngineDials::prefill_rate, 1},
    Row{Dial::decode_rate, &EngineDials::decode_rate, 1},
    Row{Dial::latency_spread, &EngineDials::latency_spread, 1},
    Row{Dial::bandwidth_share, &EngineDials::bandwidth_share, 1},
    Row{Dial::gpu_clock, &EngineDials::gpu_clock, 1},
    Row{Dial::gpu_neighbour, &EngineDials::gpu_neighbour, 1},
    Row{Dial::cpu_step_cost, &EngineDials::cpu_step_cost, 1e-3},
    Row{Dial::batch_max, &EngineDials::batch_max, 1},
    Row{Dial::queue_block, &EngineDials::queue_block, 1},
    Row{Dial::stall_long_prefill, &EngineDials::stall_long_prefill, 1},
    Row{Dial::preempt_livelock, &EngineDials::preempt_livelock, 1},
    Row{Dial::hang_no_progress, &EngineDials::hang, 1},
    Row{Dial::unload_idle, &EngineDials::unload_idle, 1},
    Row{Dial::kv_blocks, &EngineDials::kv_blocks, 1},
    Row{Dial::kv_leak, &EngineDials::kv_leak, 1},
    Row{Dial::kv_fragmentation, &EngineDials::kv_fragmentation, 1},
    Row{Dial::kv_alloc_latency, &EngineDials::kv_alloc_latency, 1e-3},
    Row{Dial::spec_draft_length, &EngineDials::draft_length, 1},
    Row{Dial::spec_judge_share, &EngineDials::judge_share, 1},
    Row{Dial::spec_judge_bypass, &EngineDials::judge_bypass, 1},
    Row{Dial::rss_growth, &EngineDials::rss_growth, 1},
    Row{Dial::fd_growth, &EngineDials::fd_growth, 1},
};

}  // namespace engine_dials_impl

double mean_accepted(double p, int64_t k) {
  if (p >= 1) return static_cast<double>(k + 1);
  return (1 - std::pow(p, static_cast<double>(k + 1))) / (1 - p);
}

EngineDials::EngineDials(const VirtualSpec& from)
    : batch_max(static_cast<double>(from.max_running)),
      draft_length(static_cast<double>(from.draft_length)),
      mean_drafts(draft_length),
      spec(&from) {}

bool EngineDials::set(Dial dial, double value) {
  for (const auto& row : engine_dials_impl::rows)
    if (row.dial == dial) {
      this->*row.member = value * row.scale;
      return true;
    }
  return false;
}

double EngineDials::step_seconds(int64_t running) const {
  const double others = static_cast<double>(std::max<int64_t>(running, 1) - 1);
  double step = (1 + spec->step_growth * others) / spec->decode_rate;
  if (spec->draft_length > 0) {
    const double verified = mean_drafts * (1 - judge_bypass) * (others + 1);
    step *= 1 + engine_dials_impl::draft_cost * mean_drafts + engine_dials_impl::verify_cost * verified;
  }
  const double useful =
      decode_rate * gpu_clock * (1 - gpu_neighbour) * bandwidth_share * (1 - preempt_livelock);
  return useful > 0 ? step / useful + cpu_step_cost : std::numeric_limits<double>::infinity();
}

double EngineDials::judge_room(int64_t running) const {
  const double slots = static_cast<double>(spec->judge_slots);
  return judge_share * std::min(1.0, slots / static_cast<double>(std::max<int64_t>(running, 1)));
}

double EngineDials::calm_step_seconds(int64_t running) const {
  EngineDials calm = *this;
  calm.preempt_livelock = 0;
  return calm.step_seconds(running);
}

double EngineDials::lost_steps(int64_t running) const {
  return preempt_livelock / calm_step_seconds(running);
}

double EngineDials::device_share(int64_t running) const {
  const double step = step_seconds(running);
  return std::isfinite(step) ? (step - cpu_step_cost) / step : 1;
}

double EngineDials::step_tokens(int64_t running, double acceptance, double most) const {
  if (spec->draft_length == 0) return 1;
  const double room = judge_room(running);
  const auto drafts = static_cast<int64_t>(std::llround(std::min(draft_length, most)));
  const double checked = room * mean_accepted(acceptance, drafts) + 1 - room;
  return (1 - judge_bypass) * checked + judge_bypass * static_cast<double>(drafts + 1);
}

double EngineDials::prefill_tokens_a_second(int64_t running) const {
  const double computed = spec->prefill_rate * prefill_rate * gpu_clock * (1 - gpu_neighbour);
  const double chunks = static_cast<double>(spec->prefill_chunk) / calm_step_seconds(running);
  return std::min(computed, chunks) * (1 - preempt_livelock);
}

}  // namespace foreshock::enginesim
