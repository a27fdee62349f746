#include "cli/live_planner.h"

#include <charconv>

#include "scenario/ratings.h"

namespace foreshock::cli {
namespace live_planner_impl {

constexpr int64_t strangers_tokens = 16;
constexpr std::string_view wrong_answer = "I do not know.";

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

LivePlanner::LivePlanner(const scenario::Story& story, uint64_t seed, scenario::Timeline& timeline,
                         scenario::Fleet& fleet, const scenario::ControlPlane& control,
                         LiveAttempts& attempts, size_t replica, std::function<double()> now)
    : story_(story),
      seed_(seed),
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
  const double liked = timeline_.value(scenario::Dial::client_thumbs_up, moment);
  attempt.up = rating_of(story_, seed_, asked, plan, liked);
  attempt.affected = attempt.affected || timeline_.touches(moment);
  planned_ = Served{asked.facts, facts, {}};
  enginesim::AnswerPlan answer;
  answer.fate = control_.fate(asked.facts.id, index_, now_()).value_or(plan.fate);
  answer.malformed = plan.malformed;
  answer.request = plan.request;
  answer.reasoning_tokens = plan.reasoning_tokens;
  answer.tool_due = asked.facts.tools;
  answer.answer = plan.answer;
  if (attempt.probe && !attempt.right_answer.empty())
    answer.says = answers_rightly(*attempt.probe, plan) ? attempt.right_answer
                                                        : std::string(live_planner_impl::wrong_answer);
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
  turn_dials();
}

void LivePlanner::ended(uint64_t id) {
  const auto found = served_.find(id);
  if (found == served_.end()) return;
  timeline_.request_ended(found->second.met, index_);
  served_.erase(found);
  turn_dials();
}

// Conditions of an engine's dials may hold now, or no more.
void LivePlanner::turn_dials() {
  scenario::Outcomes heard_by_clients;
  if (timeline_.depends_on_state()) fleet_.turn_dials_of(index_, now_(), heard_by_clients);
}

double LivePlanner::value(enginesim::Dial dial) const {
  const scenario::ReplicaFacts facts = fleet_.facts_of(index_, now_());
  return timeline_.value(dial, {now_(), nullptr, &facts});
}

}  // namespace foreshock::cli
