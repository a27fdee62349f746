#include "scenario/virtual_probes.h"

#include <algorithm>

#include "enginesim/logprobs.h"

namespace foreshock::scenario {

VirtualProbes::VirtualProbes(const Story& story, uint64_t seed, Timeline& timeline, VirtualReplicas& replicas,
                             const Fleet& fleet, const Pace& pace)
    : story_(story),
      timeline_(timeline),
      replicas_(replicas),
      fleet_(fleet),
      pace_(pace),
      rounds_(story, seed, timeline, fleet, pace) {}

void VirtualProbes::step(double now) {
  give_up_before(now - seconds(story_.clients.timeout), now);
  for (ProbeQuestion& question : rounds_.next(now)) ask(std::move(question), now);
}

void VirtualProbes::ask(ProbeQuestion question, double now) {
  const ReplicaFacts facts = fleet_.facts_of(question.replica, now);
  const Moment moment{pace_.story_at(now), &question.asked.facts, &facts};
  Plan plan = plan_request(timeline_, story_, question.asked, moment);
  plan.request.tag = tag;
  if (plan.fate != Fate::served || plan.malformed) return;
  const uint64_t id = question.asked.facts.id;
  const auto refusal = replicas_.at(question.replica).submit(plan.request, now);
  if (!refusal) open_.emplace(id, Open{std::move(question), std::move(plan)});
}

void VirtualProbes::give_up_before(double time, double now) {
  std::vector<uint64_t> late;
  for (const auto& [id, open] : open_)
    if (open.question.asked_at < time) late.push_back(id);
  std::sort(late.begin(), late.end());
  for (const uint64_t id : late) {
    replicas_.at(open_.at(id).question.replica).cancel(id, now);
    open_.erase(id);
  }
}

void VirtualProbes::on_outcome(const enginesim::VirtualOutcome& outcome, double now, Instant at,
                               ReplicaSamples* samples) {
  const auto found = open_.find(outcome.id);
  if (!outcome.ended || found == open_.end()) return;
  const Open open = std::move(found->second);
  open_.erase(found);
  if (samples == nullptr || outcome.end != enginesim::VirtualEnd::done) return;
  rounds_.judge(open.question, seen(open, now), now, at, *samples);
}

ProbeAnswer VirtualProbes::seen(const Open& open, double now) const {
  const Plan& plan = open.plan;
  ProbeAnswer answer;
  answer.right = answers_rightly(open.question, plan);
  const auto prompt = static_cast<double>(plan.request.prompt_tokens);
  const double characters = prompt / plan.answer.tokens_per_char * 4;  // of English, tokens.h
  const auto extra = static_cast<double>(rounds_.extra_tokens(open.question.replica, now));
  answer.tokens_per_char = (prompt + extra) / characters;
  if (!story_.probes.logprobs) return answer;
  enginesim::Random random(enginesim::mixed(plan.request.id, 43));
  answer.entropy = enginesim::entropy_of(draw_certainty(random, {.added_entropy = plan.answer.entropy}));
  answer.top_dropped = plan.answer.top_dropped;
  return answer;
}

}  // namespace foreshock::scenario
