#include "scenario/dial_effects.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace foreshock::scenario {
namespace dial_effects_impl {

using enginesim::Dial;

// By where their effect is.
constexpr std::array dial_effects = {
    // enginesim/engine_dials
    Dial::prefill_rate, Dial::decode_rate, Dial::latency_spread, Dial::bandwidth_share, Dial::gpu_clock,
    Dial::gpu_neighbour, Dial::cpu_step_cost, Dial::batch_max, Dial::queue_block, Dial::stall_long_prefill,
    Dial::preempt_livelock, Dial::hang_no_progress, Dial::unload_idle, Dial::kv_blocks, Dial::kv_leak,
    Dial::kv_fragmentation, Dial::kv_alloc_latency, Dial::spec_draft_length, Dial::spec_judge_share,
    Dial::spec_judge_bypass,
    // request_effects
    Dial::ttft_factor, Dial::itl_factor, Dial::ttft_add, Dial::prefix_hit, Dial::spec_acceptance,
    Dial::error_5xx, Dial::error_429, Dial::error_timeout, Dial::error_reset, Dial::error_in_band,
    Dial::error_empty, Dial::stream_cut, Dial::stream_early_role, Dial::stream_coalesce, Dial::connect_fail,
    Dial::finish_length, Dial::text_length, Dial::text_tokens_per_char, Dial::tool_missing,
    Dial::reasoning_tokens, Dial::reasoning_zero_share, Dial::reasoning_ignore_effort,
    Dial::context_front_cut, Dial::history_dropped_by_client, Dial::history_dropped_by_server,
    // story_run and routing
    Dial::restart, Dial::load_rate, Dial::load_prompt_tokens, Dial::load_output_tokens, Dial::client_timeout,
    Dial::route_misroute, Dial::route_weight};

// An engine has one value at a time, and no request of its own that could say where it is on a curve.
bool curve_needs_request(const Fault& fault) {
  if (!fault.curve || row_of(fault.dial).scope != enginesim::DialScope::engine) return false;
  const CurveAxis by = fault.curve->by;
  return by == CurveAxis::prompt_tokens || by == CurveAxis::context_tokens || by == CurveAxis::turn;
}

tl::unexpected<Error> refuse_to_play(const std::string& file, std::string what) {
  return fail(Error(Code::unsupported, std::move(what),
                    "Take it out of the story, or wait for the version that has it.")
                  .at(file));
}

}  // namespace dial_effects_impl

bool has_effect(enginesim::Dial dial) {
  const auto& with = dial_effects_impl::dial_effects;
  return std::find(with.begin(), with.end(), dial) != with.end();
}

Result<void> check_playable(const Story& story, const std::string& file) {
  using namespace dial_effects_impl;
  if (story.clock == ClockKind::real_time) return refuse_to_play(file, "clock: real is not built yet");
  if (story.fidelity == Fidelity::bucket) return refuse_to_play(file, "fidelity: bucket is not built yet");
  for (const Fault& fault : story.faults) {
    const std::string_view name = row_of(fault.dial).name;
    if (!has_effect(fault.dial))
      return refuse_to_play(file, fmt::format("dial '{}' has no effect in this version", name));
    if (curve_needs_request(fault))
      return refuse_to_play(
          file, fmt::format("a curve of '{}' by a property of requests has no effect in this version", name));
  }
  return {};
}

}  // namespace foreshock::scenario
