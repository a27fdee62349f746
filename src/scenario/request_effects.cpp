#include "scenario/request_effects.h"

#include <algorithm>
#include <cmath>

#include "enginesim/fault_effects.h"
#include "enginesim/random.h"

namespace foreshock::scenario {
namespace request_effects_impl {

using enginesim::mixed;
using enginesim::Random;
using enginesim::VirtualRequest;

// Of the histories that break in serialisation; the others are answered as if nothing had been said before.
constexpr double refused_share = 0.5;

double drawn_for(const Moment& moment, uint64_t what) {
  return Random(mixed(moment.request->id, what)).uniform();
}

// What the client sends.
void plan_history(const StoryDials& dials, const Asked& asked, const Moment& moment, Plan& plan) {
  if (asked.by_us) return;
  if (asked.history_tokens > 0 && dials.happens(Dial::history_malformed)) {
    plan.malformed = drawn_for(moment, 13) < refused_share;
    plan.remembers = false;
  }
  if (!dials.happens(Dial::history_dropped_by_client)) return;
  plan.request.prompt_tokens = asked.new_tokens;
  enginesim::forget_prefix(plan.request);
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
  if (enginesim::count_prompt(faults, request)) plan.remembers = plan.remembers_system = false;
}

void plan_tokens(const Asked& asked, double shift, Plan& plan) {
  auto& answer = plan.answer;
  plan.reasoning_tokens = enginesim::counted_reasoning(answer, asked.reasoning_tokens);
  int64_t text = enginesim::scaled(asked.output_tokens, answer.tokens_per_char * answer.length);
  if (answer.endless) text = std::max(text, token_limit(*asked.facts.load_class));
  if (static_cast<double>(plan.request.prompt_tokens + plan.reasoning_tokens + text) > shift) {
    text = enginesim::tokens_without_limit;
    answer.at_limit = false;
    (asked.facts.id % 2 == 0 ? answer.flaws.loop : answer.flaws.garbage) = true;
    plan.remembers = plan.remembers_system = false;
  }
  plan.request.output_tokens = plan.reasoning_tokens + text;
  plan.reasoning_tokens = enginesim::break_off(answer, plan.reasoning_tokens, plan.request);
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
  if (asked.system_tokens > 0 && !asked.by_us) {  // the prober has a system's message of its own
    request.shared_prefix = enginesim::mixed(enginesim::hash_of(asked.facts.load_class->name),
                                             static_cast<uint64_t>(asked.system_tokens));
    request.shared_tokens = asked.system_tokens;
  }
  request.output_tokens = asked.reasoning_tokens + asked.output_tokens;
  request.first_token_normal = asked.first_token_normal;
  request.inter_token_normal = asked.inter_token_normal;
  return request;
}

bool will_hit(Timeline& timeline, const Asked& asked, const enginesim::VirtualReplica& replica,
              const ReplicaFacts& facts, double story_at) {
  enginesim::VirtualRequest request = healthy_request(asked);
  request.prefix_hit = timeline.value(Dial::prefix_hit, {story_at, &asked.facts, &facts});
  return replica.can_hit(request);
}

Plan plan_request(Timeline& timeline, const Story& story, const Asked& asked, const Moment& moment) {
  using namespace request_effects_impl;
  const StoryDials dials(timeline, moment);
  const enginesim::PromptFaults prompt = prompt_faults_of(dials);
  Plan plan;
  plan.fate = fate_of(dials);
  plan.request = healthy_request(asked);
  plan_history(dials, asked, moment, plan);
  plan.sent_tokens = plan.request.prompt_tokens;
  plan_prompt(prompt, asked, plan);
  plan.answer = answer_faults_of(dials, traits_of(asked), drawn_for(moment, 11));
  plan_tokens(asked, prompt.shift, plan);
  set_times(timing_faults_of(dials), story.engine.speculation.has_value(), plan.answer.flaws.loop,
            plan.request);
  plan.right = is_right(plan, drawn_for(moment, 31));
  return plan;
}

}  // namespace foreshock::scenario
