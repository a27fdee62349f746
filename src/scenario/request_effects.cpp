#include "scenario/request_effects.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "enginesim/random.h"

namespace foreshock::scenario {
namespace request_effects_impl {

using enginesim::mixed;
using enginesim::VirtualRequest;

// Of the reasoning tokens at medium effort, as the dial says it.
constexpr double high_as_medium = 0.4, low_as_medium = 3.3;

Fate fate_of(Timeline& timeline, const Moment& moment) {
  struct Row {
    Dial dial;
    Fate fate;
  };
  constexpr std::array rows = {Row{Dial::connect_fail, Fate::refused},
                               Row{Dial::error_5xx, Fate::server_error},
                               Row{Dial::error_429, Fate::rate_limited},
                               Row{Dial::error_timeout, Fate::silent}, Row{Dial::error_reset, Fate::reset}};
  for (const Row& row : rows)
    if (timeline.happens(row.dial, moment)) return row.fate;
  return Fate::served;
}

int64_t scaled(int64_t tokens, double factor) {
  return factor == 1 ? tokens : std::max<int64_t>(1, std::llround(static_cast<double>(tokens) * factor));
}

void forget_prefix(VirtualRequest& request) {
  request.reusable_tokens = request.shared_tokens = 0;
  request.shared_prefix = 0;
}

void plan_prompt(Timeline& timeline, const Asked& asked, const Moment& moment, VirtualRequest& request) {
  if (timeline.happens(Dial::history_dropped_by_client, moment)) {
    request.prompt_tokens = asked.new_tokens;
    forget_prefix(request);
  } else if (timeline.happens(Dial::history_dropped_by_server, moment)) {
    request.prompt_tokens = asked.system_tokens + asked.new_tokens;
    request.reusable_tokens = 0;
  }
  const double counted = timeline.value(Dial::text_tokens_per_char, moment);
  request.prompt_tokens = scaled(request.prompt_tokens, counted);
  request.reusable_tokens = std::min(request.prompt_tokens, request.reusable_tokens);
  const double limit = timeline.value(Dial::context_front_cut, moment);
  if (static_cast<double>(request.prompt_tokens) > limit) {
    request.prompt_tokens = static_cast<int64_t>(limit);
    forget_prefix(request);
  }
  request.prefix_hit = timeline.value(Dial::prefix_hit, moment);
}

int64_t reasoning_of(Timeline& timeline, const Asked& asked, const Moment& moment) {
  if (asked.reasoning_tokens == 0 || timeline.happens(Dial::reasoning_zero_share, moment)) return 0;
  double factor = timeline.value(Dial::reasoning_tokens, moment);
  const Effort effort = asked.facts.load_class->effort;
  if (effort != Effort::medium && timeline.happens(Dial::reasoning_ignore_effort, moment))
    factor *= effort == Effort::high ? high_as_medium : low_as_medium;
  return scaled(asked.reasoning_tokens, factor);
}

void plan_answer(Timeline& timeline, const Asked& asked, const Moment& moment, Plan& plan) {
  const double counted = timeline.value(Dial::text_tokens_per_char, moment);
  plan.reasoning_tokens = reasoning_of(timeline, asked, moment);
  const int64_t answer = scaled(asked.output_tokens, counted * timeline.value(Dial::text_length, moment));
  plan.request.output_tokens = plan.reasoning_tokens + answer;
  plan.at_limit = timeline.happens(Dial::finish_length, moment);
  plan.empty = timeline.happens(Dial::error_empty, moment);
  plan.in_band = timeline.happens(Dial::error_in_band, moment);
  plan.cut = !plan.in_band && timeline.happens(Dial::stream_cut, moment);
  if (plan.cut || plan.in_band) {
    const double part = enginesim::Random(mixed(moment.request->id, 11)).uniform();
    plan.request.output_tokens = scaled(plan.request.output_tokens, part);
    plan.reasoning_tokens = std::min(plan.reasoning_tokens, plan.request.output_tokens);
  }
  plan.tool_call = asked.facts.tools && !timeline.happens(Dial::tool_missing, moment);
  plan.tokens_a_chunk = std::llround(timeline.value(Dial::stream_coalesce, moment));
  plan.early_role = timeline.value(Dial::stream_early_role, moment) > 0;
}

}  // namespace request_effects_impl

enginesim::VirtualRequest healthy_request(const Asked& asked) {
  enginesim::VirtualRequest request;
  request.id = asked.facts.id;
  request.session = asked.facts.session;
  request.prompt_tokens = asked.facts.prompt_tokens;
  request.reusable_tokens = asked.facts.turn > 1 ? asked.system_tokens + asked.history_tokens : 0;
  if (asked.system_tokens > 0) {
    request.shared_prefix = enginesim::mixed(enginesim::hash_of(asked.facts.load_class->name),
                                             static_cast<uint64_t>(asked.system_tokens));
    request.shared_tokens = asked.system_tokens;
  }
  request.output_tokens = asked.reasoning_tokens + asked.output_tokens;
  return request;
}

Plan plan_request(Timeline& timeline, const Story& story, const Asked& asked, const Moment& moment) {
  using namespace request_effects_impl;
  Plan plan;
  plan.fate = fate_of(timeline, moment);
  plan.request = healthy_request(asked);
  plan_prompt(timeline, asked, moment, plan.request);
  plan_answer(timeline, asked, moment, plan);
  plan.request.first_token_factor = timeline.value(Dial::ttft_factor, moment);
  plan.request.inter_token_factor = timeline.value(Dial::itl_factor, moment);
  plan.request.first_token_add = timeline.value(Dial::ttft_add, moment) / 1000;
  if (story.engine.speculation && timeline.has(Dial::spec_acceptance))
    plan.request.acceptance = timeline.value(Dial::spec_acceptance, moment);
  return plan;
}

}  // namespace foreshock::scenario
