#include "scenario/request_effects.h"

#include <algorithm>
#include <cmath>

#include "enginesim/random.h"

namespace foreshock::scenario {
namespace request_effects_impl {

using enginesim::mixed;
using enginesim::Random;
using enginesim::VirtualRequest;

// What an answer without a limit comes to: its client has left before.
constexpr int64_t without_limit = 32768;
// Of the histories that break in serialisation; the others are answered as if nothing had been said before.
constexpr double refused_share = 0.5;

int64_t scaled(int64_t tokens, double factor) {
  return factor == 1 ? tokens : std::max<int64_t>(1, std::llround(static_cast<double>(tokens) * factor));
}

double drawn_for(const Moment& moment, uint64_t what) {
  return Random(mixed(moment.request->id, what)).uniform();
}

void forget_prefix(VirtualRequest& request) {
  request.reusable_tokens = request.shared_tokens = 0;
  request.shared_prefix = 0;
}

// What the client sends.
void plan_history(const StoryDials& dials, const Asked& asked, const Moment& moment, Plan& plan) {
  if (asked.by_us) return;
  if (dials.happens(Dial::history_malformed)) {
    plan.malformed = drawn_for(moment, 13) < refused_share;
    plan.remembers = false;
  }
  if (!dials.happens(Dial::history_dropped_by_client)) return;
  plan.request.prompt_tokens = asked.new_tokens;
  forget_prefix(plan.request);
  plan.remembers = plan.remembers_system = false;
}

// What the model sees of it.
void plan_prompt(const enginesim::PromptFaults& faults, const Asked& asked, Plan& plan) {
  VirtualRequest& request = plan.request;
  if (faults.history_dropped && plan.remembers) {
    request.prompt_tokens = asked.system_tokens + asked.new_tokens;
    request.reusable_tokens = 0;
    plan.remembers = false;
  }
  if (faults.system_dropped) plan.remembers_system = false;
  if (faults.foreign_prefix) plan.remembers = plan.remembers_system = false;
  request.prompt_tokens = scaled(request.prompt_tokens, faults.tokens_per_char);
  request.reusable_tokens = std::min(request.prompt_tokens, request.reusable_tokens);
  if (static_cast<double>(request.prompt_tokens) <= faults.front_cut) return;
  request.prompt_tokens = static_cast<int64_t>(faults.front_cut);
  forget_prefix(request);
  plan.remembers = plan.remembers_system = false;
}

void plan_tokens(const Asked& asked, double shift, Plan& plan) {
  auto& answer = plan.answer;
  plan.reasoning_tokens = asked.reasoning_tokens == 0 || answer.reasoning == 0
                              ? 0
                              : scaled(asked.reasoning_tokens, answer.reasoning);
  int64_t text = scaled(asked.output_tokens, answer.tokens_per_char * answer.length);
  if (answer.endless) text = std::max(text, token_limit(*asked.facts.load_class));
  if (static_cast<double>(plan.request.prompt_tokens + plan.reasoning_tokens + text) > shift) {
    text = without_limit;
    answer.at_limit = false;
    (asked.facts.id % 2 == 0 ? answer.flaws.loop : answer.flaws.garbage) = true;
    plan.remembers = plan.remembers_system = false;
  }
  plan.request.output_tokens = plan.reasoning_tokens + text;
  if (!answer.cut && !answer.in_band) return;
  plan.request.output_tokens = scaled(plan.request.output_tokens, answer.broken_at);
  plan.reasoning_tokens = std::min(plan.reasoning_tokens, plan.request.output_tokens);
}

// An accuracy is that of all answers: those that a healthy engine spoils are among the wrong ones.
bool is_right(const Plan& plan, double draw) {
  const auto healthy = [](Dial dial) { return row_of(dial).healthy.value; };
  const double spoilt = healthy(Dial::text_loop) + healthy(Dial::text_bang) + healthy(Dial::text_refusal) +
                        healthy(Dial::error_empty);
  const auto& flaws = plan.answer.flaws;
  const bool sound =
      !(flaws.loop || flaws.bang || flaws.garbage || flaws.refusal || flaws.empty || flaws.foreign);
  return sound && !plan.answer.cut && !plan.answer.in_band && draw < plan.answer.accuracy / (1 - spoilt);
}

enginesim::RequestTraits traits_of(const Asked& asked) {
  const LoadClass& load = *asked.facts.load_class;
  return {.effort = load.effort,
          .reasons = asked.reasoning_tokens > 0,
          .tool_due = asked.facts.tools,
          .code = asked.facts.code,
          .greedy = load.sampling == Sampling::greedy || load.temperature == 0};
}

void plan_times(const enginesim::TimingFaults& faults, bool speculates, Plan& plan) {
  plan.request.prefix_hit = faults.prefix_hit;
  plan.request.first_token_factor = faults.first_token_factor;
  plan.request.inter_token_factor = faults.inter_token_factor;
  plan.request.first_token_add = faults.first_token_add;
  if (speculates) plan.request.acceptance = plan.answer.flaws.loop ? 1 : faults.acceptance;
}

}  // namespace request_effects_impl

int64_t token_limit(const LoadClass& load) {
  return std::max<int64_t>(1024,
                           std::llround(4 * (load.output_tokens.median + load.reasoning_tokens.median)));
}

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
  request.first_token_normal = asked.first_token_normal;
  request.inter_token_normal = asked.inter_token_normal;
  return request;
}

Plan plan_request(Timeline& timeline, const Story& story, const Asked& asked, const Moment& moment) {
  using namespace request_effects_impl;
  const StoryDials dials(timeline, moment);
  const enginesim::PromptFaults prompt = prompt_faults_of(dials);
  Plan plan;
  plan.fate = fate_of(dials);
  plan.request = healthy_request(asked);
  plan_history(dials, asked, moment, plan);
  plan_prompt(prompt, asked, plan);
  plan.answer = answer_faults_of(dials, traits_of(asked), drawn_for(moment, 11));
  plan_tokens(asked, prompt.shift, plan);
  plan_times(timing_faults_of(dials), story.engine.speculation.has_value(), plan);
  plan.right = is_right(plan, drawn_for(moment, 31));
  return plan;
}

}  // namespace foreshock::scenario
