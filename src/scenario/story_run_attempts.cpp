// The part of StoryRun that follows attempts: what they meet, where they go, how they end.
#include <algorithm>

#include "scenario/story_run.h"

namespace foreshock::scenario {
namespace story_run_attempts_impl {

using enginesim::VirtualEnd;
using enginesim::VirtualRefusal;

constexpr double answer_at_once = 0.005;  // s: an error that no engine has to compute

Error refused() {
  return Error(Code::backend_unreachable, "the replica takes no connection");
}
Error lost() {
  return Error(Code::backend_broken, "the replica closed the connection");
}

}  // namespace story_run_attempts_impl

double StoryRun::begin(size_t slot, double now) {
  Flight& flight = users_.flight(slot);
  if (courses_.size() <= slot) courses_.resize(slot + 1);
  mitigate::Pipeline pipeline(router_, dials_ ? &*dials_ : nullptr);
  router_.ask_for(flight.asked.facts, users_.session_of(slot).replica, now);
  const LoadClass& load = *flight.asked.facts.load_class;
  const auto next = pipeline.arrived({story_.engine.preset.name, load.name, true}, instant());
  const auto send = std::get<mitigate::Send>(next);  // a story has replicas
  const ReplicaFacts facts = fleet_.facts_of(send.backend, now);
  flight.asked.facts.prefix_hit =
      will_hit(timeline_, flight.asked, fleet_.replica(send.backend), facts, story_now());
  plan_attempt(slot, facts);
  Course& course = courses_[slot];
  course.pipeline = std::move(pipeline);
  if (send.change) course.plan.request.most_drafts = send.change->value;
  course.affected = course.affected || router_.astray();
  fleet_.sent(send.backend);
  const double timeout = timeline_.value(Dial::client_timeout, {story_now(), &flight.asked.facts, &facts});
  enter_engine(slot, facts);
  return timeout;
}

void StoryRun::plan_attempt(size_t slot, const ReplicaFacts& facts) {
  const Flight& flight = users_.flight(slot);
  Course& course = courses_[slot];
  const bool met_before = course.affected && (flight.made > 1);
  const Moment moment{story_now(), &flight.asked.facts, &facts};
  course = {};
  course.met_replica = facts;
  course.plan = plan_request(timeline_, story_, flight.asked, moment);
  course.plan.request.tag = static_cast<uint32_t>(slot);
  if (const auto fate = control_.fate(flight.asked.facts.id, facts.index, now_)) course.plan.fate = *fate;
  course.affected = met_before || timeline_.touches(moment);
  Attempt& attempt = course.attempt;
  attempt.began_at = attempt.ended_at = now_;
  attempt.made = flight.made;
  attempt.asked_again = flight.asked_again > 0;
  attempt.replica = facts.index;
  attempt.version = facts.version;
  attempt.cold = facts.cold;
  attempt.concurrency = ++in_flight_;
  attempt.session_age = flight.session_age + now_ - flight.first_at;
}

void StoryRun::enter_engine(size_t slot, const ReplicaFacts& facts) {
  using namespace story_run_attempts_impl;
  Course& course = courses_[slot];
  if (course.plan.malformed) return fail_soon(slot, TerminalState::inband_error, 400);
  switch (course.plan.fate) {
    case Fate::served:
      break;
    case Fate::server_error:
      return fail_soon(slot, TerminalState::inband_error, 500);
    case Fate::rate_limited:
      return fail_soon(slot, TerminalState::inband_error, 429);
    case Fate::refused:
      return fail(slot, course.pipeline->refused(refused(), instant()), answer_at_once);
    case Fate::reset:
      return fail(slot, course.pipeline->lost(lost(), false, instant()), answer_at_once);
    case Fate::silent:
      return;
  }
  const auto refusal = replicas_.at(facts.index).submit(course.plan.request, now_);
  if (refusal == VirtualRefusal::queue_full) return fail_soon(slot, TerminalState::inband_error, 429);
  if (refusal == VirtualRefusal::too_long) return fail_soon(slot, TerminalState::inband_error, 400);
  if (refusal) return fail(slot, course.pipeline->refused(refused(), instant()), answer_at_once);
  course.in_engine = course.attempt.reached_engine = true;
  users_.session_of(slot).replica = static_cast<int64_t>(facts.index);
}

void StoryRun::on_outcome(const enginesim::VirtualOutcome& outcome) {
  using namespace story_run_attempts_impl;
  if (outcome.tag == VirtualProbes::tag) {
    probes_.on_outcome(outcome, now_, measurer_.at(story_now()), measurer_.samples_at(story_now()));
    return measurer_.flush();
  }
  Course& course = courses_[outcome.tag];
  if (!outcome.ended) {
    const Asked& asked = users_.flight(outcome.tag).asked;
    course.met = timeline_.request_runs({story_now(), &asked.facts, &course.met_replica});
    return measurer_.waited(asked, course.attempt, story_now(), outcome.admitted - outcome.arrived);
  }
  course.in_engine = false;
  course.attempt.outcome = outcome;
  const auto& answer = course.plan.answer;
  const bool begun = outcome.has_token() && !answer.flaws.empty;
  if (begun) course.pipeline->answer_began();
  if (outcome.end == VirtualEnd::reset)
    return fail(outcome.tag, course.pipeline->lost(lost(), false, instant()), 0);
  course.pipeline->answered(instant());
  if (answer.in_band) return end_attempt(outcome.tag, TerminalState::inband_error, 200);
  end_attempt(outcome.tag, answer.cut ? TerminalState::truncated : TerminalState::ok, 200);
}

// What the client gives up before the first token counts as a timeout, as if the gateway had had the same
// deadline for it; later, or without patience, the client has left.
void StoryRun::give_up(size_t slot, double now) {
  const bool was_in_engine = courses_[slot].in_engine;
  if (was_in_engine) leave_engine(slot);
  courses_[slot].pipeline->client_left(instant());
  const bool begun = was_in_engine && courses_[slot].attempt.outcome.has_token();
  const bool left = begun || users_.out_of_patience(slot, now);
  end_attempt(slot, left ? TerminalState::cancelled : TerminalState::timeout, begun ? 200 : 0);
}

// Where a replica does not hear of it, it goes on for nobody.
void StoryRun::leave_engine(size_t slot) {
  Course& course = courses_[slot];
  course.in_engine = false;
  const RequestFacts& facts = users_.flight(slot).asked.facts;
  auto& replica = replicas_.at(course.attempt.replica);
  const uint64_t id = course.plan.request.id;
  const bool unheard = timeline_.value(Dial::cancel_ignored, {story_now(), &facts, &course.met_replica}) > 0;
  course.attempt.outcome =
      unheard ? replica.abandon(id, token_limit(*facts.load_class), now_) : replica.cancel(id, now_);
}

void StoryRun::fail_soon(size_t slot, TerminalState state, int status) {
  courses_[slot].pipeline->answered(instant());
  courses_[slot].attempt.ended_at = now_ + story_run_attempts_impl::answer_at_once;
  end_attempt(slot, state, status);
}

// Nothing is tried again here: no connection of a story is a reused one, and there is no other backend.
void StoryRun::fail(size_t slot, const mitigate::Next& next, double after) {
  courses_[slot].attempt.ended_at = now_ + after;
  if (const auto* broken = std::get_if<mitigate::Break>(&next))
    return end_attempt(slot, wire::terminal_state(broken->end), 200);
  const auto& refused = std::get<mitigate::Refuse>(next);
  end_attempt(slot, wire::terminal_state(refused.end), row_of(refused.error.code()).http_status, true);
}

void StoryRun::end_attempt(size_t slot, TerminalState state, int status, bool ours) {
  Course& course = courses_[slot];
  --in_flight_;
  fleet_.done(course.attempt.replica);
  Attempt& attempt = course.attempt;
  attempt.ended_at = std::max(attempt.ended_at, now_);
  attempt.state = state;
  attempt.status = status;
  attempt.status_is_ours = ours;
  timeline_.request_ended(course.met, attempt.replica);
  course.met.clear();
  pace_policy_.count_one();
  const Asked& asked = users_.flight(slot).asked;
  course.affected = course.affected || timeline_.touches({story_now(), &asked.facts, &course.met_replica});
  measurer_.attempt_ended(asked, course.plan, attempt);
  AttemptEnd end{.at = attempt.ended_at, .answered = state == TerminalState::ok, .right = course.plan.right};
  if (end.answered) {
    end.answer_tokens = attempt.outcome.produced - course.plan.reasoning_tokens;
    const Moment moment{story_now(), &asked.facts, &course.met_replica};
    measurer_.answered(asked, course.plan, attempt, timeline_.value(Dial::client_thumbs_up, moment));
  }
  end.may_retry = may_retry(state, status);
  users_.attempt_ended(slot, end);
}

void StoryRun::request_ended(size_t slot, double at) {
  measurer_.request_ended(pace_.story_at(at), courses_[slot].affected);
}

}  // namespace foreshock::scenario
