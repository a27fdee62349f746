#include "cli/live_planner.h"

#include <charconv>

namespace foreshock::cli {
namespace live_planner_impl {

constexpr int64_t strangers_tokens = 16;

enginesim::AnswerPlan plan_for_stranger(const enginesim::ApiCall& call) {
  enginesim::AnswerPlan plan;
  plan.request.prompt_tokens = call.choices.front().prompt.tokens();
  plan.request.output_tokens = strangers_tokens;
  return plan;
}

}  // namespace live_planner_impl

std::optional<uint64_t> story_request_of(const net::HttpRequest& http) {
  const auto text = http.headers.find(story_request_header);
  uint64_t id = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), id).ec != std::errc())
    return std::nullopt;
  return id;
}

LivePlanner::LivePlanner(const scenario::Story& story, scenario::Timeline& timeline,
                         const scenario::Fleet& fleet, const scenario::ControlPlane& control,
                         LiveAttempts& attempts, size_t replica, std::function<double()> now)
    : story_(story),
      timeline_(timeline),
      fleet_(fleet),
      control_(control),
      attempts_(attempts),
      index_(replica),
      now_(std::move(now)) {}

enginesim::AnswerPlan LivePlanner::plan(const net::HttpRequest& http, const enginesim::ApiCall& call,
                                        const enginesim::VirtualReplica& replica, double) {
  planned_.reset();
  const auto id = story_request_of(http);
  const auto found = id ? attempts_.find(*id) : attempts_.end();
  if (found == attempts_.end()) return live_planner_impl::plan_for_stranger(call);
  LiveAttempt& attempt = found->second;
  scenario::Asked asked = attempt.asked;
  const scenario::ReplicaFacts facts = fleet_.facts_of(index_, now_());
  asked.facts.prefix_hit = will_hit(timeline_, asked, replica, facts, now_());
  const scenario::Moment moment{now_(), &asked.facts, &facts};
  const scenario::Plan plan = plan_request(timeline_, story_, asked, moment);
  attempt.right = plan.right;
  attempt.affected = attempt.affected || timeline_.touches(moment);
  planned_ = Served{asked.facts, facts, {}};
  enginesim::AnswerPlan answer;
  answer.fate = control_.fate(asked.facts.id, index_, now_()).value_or(plan.fate);
  answer.malformed = plan.malformed;
  answer.request = plan.request;
  answer.reasoning_tokens = plan.reasoning_tokens;
  answer.tool_due = asked.facts.tools;
  answer.answer = plan.answer;
  return answer;
}

void LivePlanner::accepted(uint64_t id) {
  if (planned_) served_.insert_or_assign(id, *planned_);
}

void LivePlanner::admitted(uint64_t id) {
  const auto found = served_.find(id);
  if (found == served_.end()) return;
  Served& served = found->second;
  served.met = timeline_.request_runs({now_(), &served.facts, &served.replica});
}

void LivePlanner::ended(uint64_t id) {
  const auto found = served_.find(id);
  if (found == served_.end()) return;
  timeline_.request_ended(found->second.met, index_);
  served_.erase(found);
}

double LivePlanner::value(enginesim::Dial dial) const {
  const scenario::ReplicaFacts facts = fleet_.facts_of(index_, now_());
  return timeline_.value(dial, {now_(), nullptr, &facts});
}

}  // namespace foreshock::cli
