#include "scenario/probe_rounds.h"

#include <algorithm>

#include "enginesim/random.h"

namespace foreshock::scenario {
namespace probe_rounds_impl {

using enginesim::mixed;
using enginesim::Random;

constexpr int64_t question_tokens = 60, answer_tokens = 30, system_tokens = 60;
constexpr double recall = 0.98;  // of a fact that the model has before it

double drawn_for(const ProbeQuestion& question, uint64_t what) {
  return Random(mixed(question.asked.facts.id, what)).uniform();
}

}  // namespace probe_rounds_impl

bool answers_rightly(const ProbeQuestion& question, const Plan& plan) {
  if (!question.fact) return plan.right;
  const auto& flaws = plan.answer.flaws;
  const bool garbled = flaws.garbage || flaws.bang || flaws.foreign || flaws.empty;
  const bool before_it = *question.fact == 0 ? plan.remembers_system : plan.remembers;
  return before_it && !garbled && probe_rounds_impl::drawn_for(question, 41) < probe_rounds_impl::recall;
}

ProbeRounds::ProbeRounds(const Story& story, uint64_t seed, Timeline& timeline, const Fleet& fleet,
                         const Pace& pace)
    : story_(story),
      seed_(enginesim::mixed(seed, enginesim::hash_of("probes"))),
      timeline_(timeline),
      fleet_(fleet),
      pace_(pace),
      questions_(story.probes.questions),
      facts_(story.probes.planted_facts),
      turns_(facts_ > 0 ? facts_ + asked_after : 0),
      every_(seconds(story.probes.every)),
      conversations_(fleet.size()) {}

std::vector<ProbeQuestion> ProbeRounds::next(double now) {
  const int64_t at = steps_++ % (questions_ + turns_);
  std::vector<ProbeQuestion> all;
  for (size_t replica = 0; replica < fleet_.size(); ++replica) {
    const uint64_t id = enginesim::mixed(seed_, ++ids_);
    ProbeQuestion& next = all.emplace_back();
    next.replica = replica;
    next.asked_at = now;
    next.counts = at >= turns_ || at >= asked_after;
    if (at < turns_) {
      next.turn = at;
      if (at >= asked_after) next.fact = at - asked_after;
      if (at == 0) conversations_[replica] = {.id = id};
      next.asked = next_turn(replica, id);
    } else {
      next.asked = question(id);
    }
  }
  return all;
}

Asked ProbeRounds::question(uint64_t id) const {
  using namespace probe_rounds_impl;
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

Asked ProbeRounds::next_turn(size_t replica, uint64_t id) {
  using namespace probe_rounds_impl;
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

double ProbeRounds::value(Dial dial, size_t replica, double now) const {
  const ReplicaFacts facts = fleet_.facts_of(replica, now);
  return timeline_.value(dial, {pace_.story_at(now), nullptr, &facts});
}

int64_t ProbeRounds::extra_tokens(size_t replica, double now) const {
  return value(Dial::probe_bos_double, replica, now) > 0 ? 1 : 0;
}

std::string_view ProbeRounds::harness_version(size_t replica, double now) const {
  const ReplicaFacts facts = fleet_.facts_of(replica, now);
  const Fault* fault = timeline_.fault_on(Dial::probe_version, {pace_.story_at(now), nullptr, &facts});
  return fault ? std::string_view(fault->text) : std::string_view(story_.probes.version);
}

void ProbeRounds::judge(const ProbeQuestion& question, const ProbeAnswer& answer, double now, Instant at,
                        ReplicaSamples& samples) const {
  const size_t replica = question.replica;
  samples.of(replica, fleet_.version(replica), at, pace_.rate());
  samples.also("probe_version", harness_version(replica, now));
  if (answer.tokens_per_char) samples.add("probe_tokens_per_char", *answer.tokens_per_char);
  if (answer.entropy) {
    samples.add("tle", *answer.entropy);
    samples.add("logprob_rank", answer.top_dropped ? 1 : 0);
  }
  if (!question.counts) return;
  const bool harness_sees =
      probe_rounds_impl::drawn_for(question, 42) < value(Dial::probe_score, replica, now);
  samples.add(question.fact ? "planted_fact" : "probe_score", answer.right && harness_sees ? 1 : 0);
}

}  // namespace foreshock::scenario
