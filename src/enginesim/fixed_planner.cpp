#include "enginesim/fixed_planner.h"

#include "enginesim/fault_effects.h"

#include <algorithm>
#include <cmath>

namespace foreshock::enginesim {
namespace fixed_planner_impl {

constexpr int64_t typical_answer = 120;                // tokens
constexpr int64_t low_effort = 32, high_effort = 256;  // tokens that are asked for by these names

// The dials of one request, drawn from its own seed.
class DrawnDials final : public RequestDials {
 public:
  DrawnDials(const FixedPlanner& planner, uint64_t seed) : planner_(planner), seed_(seed) {}
  double value(Dial dial) const override { return planner_.value(dial); }
  bool happens(Dial dial) const override {
    return Random(mixed(seed_, static_cast<uint64_t>(dial))).uniform() < value(dial);
  }

 private:
  const FixedPlanner& planner_;
  uint64_t seed_;
};

int64_t scaled(int64_t tokens, double factor) {
  return factor == 1 ? tokens : std::max<int64_t>(1, std::llround(static_cast<double>(tokens) * factor));
}

// What the client would get from a healthy engine, in tokens.
struct WholeAnswer {
  int64_t text = 0;
  bool calls = false, at_limit = false;
};

WholeAnswer healthy_answer(const Prompt& prompt, Wish wish, int64_t limit, uint64_t seed) {
  wish.max_tokens = limit;
  const Answer answer = compose(prompt, wish, typical_answer, seed);
  WholeAnswer whole;
  for (const Piece& piece : answer.pieces) {
    whole.text += piece.channel != Channel::reasoning;
    whole.calls = whole.calls || piece.channel == Channel::tool_name;
  }
  whole.at_limit = answer.finish == FinishReason::length;
  return whole;
}

RequestTraits traits_of(const Request& choice, bool calls) {
  const int64_t reasoning = choice.wish.reasoning_tokens;
  RequestTraits traits;
  traits.effort = reasoning >= high_effort ? Effort::high
                  : reasoning > low_effort ? Effort::medium
                                           : Effort::low;
  traits.reasons = reasoning > 0;
  traits.tool_due = calls;
  traits.code = choice.prompt.code.has_value();
  traits.greedy = choice.wish.greedy;
  return traits;
}

void plan_prompt(const PromptFaults& faults, const ApiCall& call, VirtualRequest& request) {
  const Opening& opening = call.opening;
  request.prompt_tokens = std::max<int64_t>(1, call.choices.front().prompt.tokens());
  request.session = opening.session;
  request.reusable_tokens = opening.session != 0 ? request.prompt_tokens : 0;
  request.shared_prefix = opening.system;
  request.shared_tokens = opening.system_tokens;
  if (faults.history_dropped && opening.session != 0) {
    request.prompt_tokens = std::min(request.prompt_tokens, opening.system_tokens + opening.question_tokens);
    request.reusable_tokens = 0;
  }
  count_prompt(faults, request);
}

void plan_tokens(const WholeAnswer& whole, const Wish& wish, double shift, int64_t limit, AnswerPlan& plan) {
  AnswerFaults& answer = plan.answer;
  plan.reasoning_tokens = counted_reasoning(answer, wish.reasoning_tokens);
  int64_t text = scaled(whole.text, answer.length * answer.tokens_per_char);
  if (answer.endless) text = limit;
  if (static_cast<double>(plan.request.prompt_tokens + plan.reasoning_tokens + text) > shift) {
    text = limit = tokens_without_limit;
    answer.flaws.loop = true;
  } else if (whole.at_limit || plan.reasoning_tokens + text > limit) {
    answer.at_limit = true;
  }
  plan.request.output_tokens = std::max<int64_t>(1, std::min(limit, plan.reasoning_tokens + text));
  plan.reasoning_tokens = break_off(answer, plan.reasoning_tokens, plan.request);
}

}  // namespace fixed_planner_impl

FixedPlanner::FixedPlanner(FixedDials dials, const VirtualSpec& spec)
    : dials_(std::move(dials)), spec_(spec) {}

void FixedPlanner::turn(FixedDials dials, VirtualReplica& replica, double now,
                        std::vector<VirtualOutcome>& out) {
  const bool restarts = dials.at(Dial::restart).has_value();
  if (restarts) static_cast<void>(dials.unset(row_of(Dial::restart).name));
  dials_ = std::move(dials);
  for (const DialRow& row : enginesim::dials()) replica.set(row.dial, value(row.dial), now);
  if (restarts) replica.restart(now, out);
  if (value(Dial::gpu_vanish) <= 0)
    device_gone_since_.reset();
  else if (!device_gone_since_)
    device_gone_since_ = now;
}

AnswerPlan FixedPlanner::plan(const net::HttpRequest&, const ApiCall& call, const VirtualReplica&,
                              double now) {
  using namespace fixed_planner_impl;
  const uint64_t seed = mixed(mixed(spec_.seed, 31), ++calls_);
  const DrawnDials dials(*this, seed);
  const Request& choice = call.choices.front();
  AnswerPlan plan;
  plan.fate = fate_of(dials);
  if (device_gone_since_ && now - *device_gone_since_ >= without_device) plan.fate = Fate::server_error;
  const PromptFaults prompt = prompt_faults_of(dials);
  plan_prompt(prompt, call, plan.request);
  plan.too_long = !std::isfinite(prompt.shift) &&
                  plan.request.prompt_tokens + choice.wish.max_tokens.value_or(1) > spec_.context;
  const int64_t room = std::max<int64_t>(1, spec_.context - plan.request.prompt_tokens);
  const int64_t limit = choice.wish.max_tokens.value_or(room);
  const WholeAnswer whole = healthy_answer(choice.prompt, choice.wish, limit, seed);
  plan.tool_due = whole.calls;
  plan.answer = answer_faults_of(dials, traits_of(choice, whole.calls), Random(seed).uniform());
  plan_tokens(whole, choice.wish, prompt.shift, limit, plan);
  set_times(timing_faults_of(dials), spec_.draft_length > 0, plan.answer.flaws.loop, plan.request);
  return plan;
}

}  // namespace foreshock::enginesim
