#include "scenario/virtual_probes.h"

#include <algorithm>

#include "enginesim/logprobs.h"

namespace foreshock::scenario {
namespace virtual_probes_impl {

using enginesim::mixed;
using enginesim::Random;

constexpr int64_t question_tokens = 60, answer_tokens = 30, system_tokens = 60;
constexpr int64_t asked_after = 6;  // turns: when a planted fact is asked for
constexpr double recall = 0.98;     // of a fact that the model has before it

}  // namespace virtual_probes_impl

VirtualProbes::VirtualProbes(const Story& story, uint64_t seed, Timeline& timeline, VirtualReplicas& replicas,
                             const Fleet& fleet, const Pace& pace)
    : story_(story),
      seed_(enginesim::mixed(seed, enginesim::hash_of("probes"))),
      timeline_(timeline),
      replicas_(replicas),
      fleet_(fleet),
      pace_(pace),
      questions_(story.probes.questions),
      facts_(story.probes.planted_facts),
      turns_(facts_ > 0 ? facts_ + virtual_probes_impl::asked_after : 0),
      every_(seconds(story.probes.every)),
      conversations_(fleet.size()) {}

void VirtualProbes::step(double now) {
  const int64_t at = steps_++ % (questions_ + turns_);
  give_up_before(now - seconds(story_.clients.timeout), now);
  for (size_t replica = 0; replica < fleet_.size(); ++replica) {
    const uint64_t id = enginesim::mixed(seed_, ++ids_);
    if (at < turns_) {
      const bool asks = at >= virtual_probes_impl::asked_after;
      if (at == 0) conversations_[replica] = {.id = id};
      Question next{.replica = replica, .fact = asks, .counts = asks, .asked_at = now};
      next.in_system = at == virtual_probes_impl::asked_after;
      ask(next_turn(replica, id), std::move(next), now);
    } else {
      ask(question(id), {.replica = replica, .counts = true, .asked_at = now}, now);
    }
  }
}

Asked VirtualProbes::question(uint64_t id) const {
  using namespace virtual_probes_impl;
  const LoadClass& load = story_.load[static_cast<size_t>(steps_) % story_.load.size()];
  Asked asked;
  asked.by_us = true;
  asked.facts.load_class = &load;
  asked.facts.id = asked.facts.session = id;
  asked.facts.code = load.code > 0;
  asked.new_tokens = asked.facts.prompt_tokens = question_tokens;
  asked.output_tokens = answer_tokens;
  asked.reasoning_tokens = static_cast<int64_t>(load.reasoning_tokens.median);
  asked.facts.context_tokens = question_tokens + answer_tokens + asked.reasoning_tokens;
  return asked;
}

Asked VirtualProbes::next_turn(size_t replica, uint64_t id) {
  using namespace virtual_probes_impl;
  Conversation& conversation = conversations_[replica];
  Asked asked;
  asked.by_us = true;
  asked.facts.load_class = &story_.load.front();
  asked.facts.id = id;
  asked.facts.session = conversation.id;
  asked.facts.turn = ++conversation.turn;
  asked.system_tokens = system_tokens;
  asked.history_tokens = conversation.history_tokens;
  asked.new_tokens = question_tokens;
  asked.output_tokens = answer_tokens;
  asked.facts.prompt_tokens = system_tokens + asked.history_tokens + question_tokens;
  asked.facts.context_tokens = asked.facts.prompt_tokens + answer_tokens;
  conversation.history_tokens += question_tokens + answer_tokens;
  return asked;
}

void VirtualProbes::ask(Asked asked, Question question, double now) {
  const ReplicaFacts facts = fleet_.facts_of(question.replica, now);
  const Moment moment{pace_.story_at(now), &asked.facts, &facts};
  question.plan = plan_request(timeline_, story_, asked, moment);
  question.plan.request.tag = tag;
  question.plan.request.shared_prefix = 0;
  if (question.plan.fate != Fate::served || question.plan.malformed) return;
  const auto refusal = replicas_.at(question.replica).submit(question.plan.request, now);
  if (!refusal) open_.emplace(asked.facts.id, std::move(question));
}

void VirtualProbes::give_up_before(double time, double now) {
  std::vector<uint64_t> late;
  for (const auto& [id, question] : open_)
    if (question.asked_at < time) late.push_back(id);
  std::sort(late.begin(), late.end());
  for (const uint64_t id : late) {
    replicas_.at(open_.at(id).replica).cancel(id, now);
    open_.erase(id);
  }
}

void VirtualProbes::on_outcome(const enginesim::VirtualOutcome& outcome, double now, Instant at,
                               ReplicaSamples* samples) {
  const auto found = open_.find(outcome.id);
  if (!outcome.ended || found == open_.end()) return;
  const Question question = std::move(found->second);
  open_.erase(found);
  if (samples == nullptr || outcome.end != enginesim::VirtualEnd::done) return;
  samples->of(question.replica, fleet_.version(question.replica), at, pace_.rate());
  samples->also("probe_version", harness_version(question.replica, now));
  judge(question, now, *samples);
}

std::string_view VirtualProbes::harness_version(size_t replica, double now) {
  const ReplicaFacts facts = fleet_.facts_of(replica, now);
  const Fault* fault = timeline_.fault_on(Dial::probe_version, {pace_.story_at(now), nullptr, &facts});
  return fault ? std::string_view(fault->text) : std::string_view(story_.probes.version);
}

void VirtualProbes::judge(const Question& question, double now, ReplicaSamples& samples) {
  using namespace virtual_probes_impl;
  const ReplicaFacts facts = fleet_.facts_of(question.replica, now);
  const Moment moment{pace_.story_at(now), nullptr, &facts};
  const Plan& plan = question.plan;
  Random random(mixed(plan.request.id, 41));
  const double counted = random.uniform(), recalled = random.uniform();
  const double entropy =
      enginesim::entropy_of(enginesim::draw_certainty(random, {.added_entropy = plan.answer.entropy}));
  const bool extra_token = timeline_.value(Dial::probe_bos_double, moment) > 0;
  const auto prompt = static_cast<double>(plan.request.prompt_tokens);
  const double characters = prompt / plan.answer.tokens_per_char * 4;  // of English, tokens.h
  samples.add("probe_tokens_per_char", (prompt + (extra_token ? 1 : 0)) / characters);
  if (story_.probes.logprobs) {
    samples.add("tle", entropy);
    samples.add("logprob_rank", plan.answer.top_dropped ? 1 : 0);
  }
  if (!question.counts) return;
  const bool harness_sees = counted < timeline_.value(Dial::probe_score, moment);
  const bool before_it = question.in_system ? plan.remembers_system : plan.remembers;
  const bool garbled = plan.answer.flaws.garbage || plan.answer.flaws.bang || plan.answer.flaws.foreign;
  if (question.fact)
    samples.add("planted_fact", before_it && !garbled && harness_sees && recalled < recall ? 1 : 0);
  else
    samples.add("probe_score", plan.right && harness_sees ? 1 : 0);
}

}  // namespace foreshock::scenario
