// The part of StoryRun that follows requests: sessions, attempts, what clients do.
#include <algorithm>
#include <cmath>
#include <limits>

#include "scenario/story_run.h"

namespace foreshock::scenario {
namespace story_run_requests_impl {

using enginesim::mixed;
using enginesim::Random;
using enginesim::VirtualEnd;
using enginesim::VirtualOutcome;
using enginesim::VirtualRefusal;

constexpr double answer_at_once = 0.005;  // s: an error that no engine has to compute

size_t take_slot(auto& slots, std::vector<size_t>& unused) {
  if (unused.empty()) {
    slots.emplace_back();
    return slots.size() - 1;
  }
  const size_t slot = unused.back();
  unused.pop_back();
  return slot;
}

}  // namespace story_run_requests_impl

double StoryRun::load_factor(size_t load_class, double at) {
  if (!timeline_.has(Dial::load_rate)) return 1;
  RequestFacts facts;
  facts.load_class = &story_.load[load_class];
  return timeline_.value(Dial::load_rate, {at, &facts, nullptr});
}

void StoryRun::on_arrival(size_t load_class) {
  const bool open = story_.load[load_class].rate.has_value();
  start_session(load_class);
  if (open) schedule_arrival(load_class);
}

void StoryRun::schedule_arrival(size_t load_class) {
  const auto factor = [this, load_class](double at) { return load_factor(load_class, at); };
  const double next = traffic_.next_arrival(load_class, now_, factor);
  if (next <= end_) schedule(next, What::arrival, load_class);
}

void StoryRun::start_session(size_t load_class) {
  const size_t slot = story_run_requests_impl::take_slot(sessions_, free_sessions_);
  session_began_.resize(sessions_.size());
  sessions_[slot] = traffic_.new_session(load_class);
  session_began_[slot] = now_;
  next_turn(slot);
}

void StoryRun::next_turn(size_t session) {
  TokenFactors factors;
  if (timeline_.has(Dial::load_prompt_tokens) || timeline_.has(Dial::load_output_tokens)) {
    Session copy = sessions_[session];
    const Asked healthy = traffic_.ask(copy, now_, factors);
    const Moment moment{now_, &healthy.facts, nullptr};
    factors.prompt = timeline_.value(Dial::load_prompt_tokens, moment);
    factors.output = timeline_.value(Dial::load_output_tokens, moment);
  }
  const size_t slot = story_run_requests_impl::take_slot(flights_, free_flights_);
  Flight& flight = flights_[slot];
  const uint32_t generation = flight.generation;
  flight = {};
  flight.generation = generation + 1;
  flight.asked = traffic_.ask(sessions_[session], now_, factors);
  flight.first_id = flight.asked.facts.id;
  flight.session = session;
  flight.first_at = now_;
  start_attempt(slot);
}

void StoryRun::start_attempt(size_t slot) {
  Flight& flight = flights_[slot];
  ++flight.generation;
  if (flight.made++ > 0 || flight.asked_again > 0)
    flight.asked.facts.id =
        enginesim::mixed(flight.first_id, static_cast<uint64_t>(flight.made + 1000 * flight.asked_again));
  const size_t replica = route(flight);
  const ReplicaFacts facts = facts_of(replica);
  const auto& engine = *engines_[replica].replica;
  flight.asked.facts.prefix_hit = engine.can_hit(healthy_request(flight.asked));
  const Moment moment{now_, &flight.asked.facts, &facts};
  flight.met_replica = facts;
  flight.plan = plan_request(timeline_, story_, flight.asked, moment);
  flight.plan.request.tag = static_cast<uint32_t>(slot);
  flight.attempt = {};
  flight.attempt.began_at = flight.attempt.ended_at = now_;
  flight.attempt.replica = replica;
  flight.attempt.version = facts.version;
  flight.attempt.cold = facts.cold;
  flight.attempt.concurrency = ++in_flight_;
  flight.attempt.session_age = now_ - session_began_[flight.session];
  const double timeout = timeline_.value(Dial::client_timeout, moment);
  schedule(clients_.gives_up_at(now_, flight.first_at, timeout), What::give_up, slot, flight.generation);
  enter_engine(slot, facts);
}

void StoryRun::enter_engine(size_t slot, const ReplicaFacts& facts) {
  using namespace story_run_requests_impl;
  Flight& flight = flights_[slot];
  switch (flight.plan.fate) {
    case Fate::served:
      break;
    case Fate::server_error:
      return fail_soon(slot, TerminalState::inband_error, 500, false);
    case Fate::rate_limited:
      return fail_soon(slot, TerminalState::inband_error, 429, false);
    case Fate::refused:
    case Fate::reset:
      return fail_soon(slot, TerminalState::truncated, 502, true);
    case Fate::silent:
      return;
  }
  const auto refusal = engines_[facts.index].replica->submit(flight.plan.request, now_);
  if (refusal == VirtualRefusal::queue_full) return fail_soon(slot, TerminalState::inband_error, 429, false);
  if (refusal == VirtualRefusal::too_long) return fail_soon(slot, TerminalState::inband_error, 400, false);
  if (refusal == VirtualRefusal::down) return fail_soon(slot, TerminalState::truncated, 502, true);
  flight.in_engine = flight.attempt.reached_engine = true;
  sessions_[flight.session].replica = static_cast<int64_t>(facts.index);
}

void StoryRun::on_outcome(const enginesim::VirtualOutcome& outcome) {
  using namespace story_run_requests_impl;
  Flight& flight = flights_[outcome.tag];
  if (!outcome.ended) {
    flight.met = timeline_.request_runs({now_, &flight.asked.facts, &flight.met_replica});
    return;
  }
  flight.in_engine = false;
  flight.attempt.outcome = outcome;
  const bool begun = outcome.first_token >= 0 && !flight.plan.empty;
  if (outcome.end == VirtualEnd::reset)
    return end_attempt(outcome.tag, TerminalState::truncated, begun ? 200 : 502, !begun);
  if (flight.plan.in_band) return end_attempt(outcome.tag, TerminalState::inband_error, 200);
  end_attempt(outcome.tag, flight.plan.cut ? TerminalState::truncated : TerminalState::ok, 200);
}

// What the client gives up before the first token counts as a timeout, as if the gateway had had the same
// deadline for it; later, or without patience, the client has left.
void StoryRun::give_up(size_t slot) {
  Flight& flight = flights_[slot];
  bool begun = false;
  if (flight.in_engine) {
    flight.in_engine = false;
    auto& replica = *engines_[flight.attempt.replica].replica;
    flight.attempt.outcome = replica.cancel(flight.plan.request.id, now_);
    begun = flight.attempt.outcome.first_token >= 0;
  }
  const bool left = begun || clients_.out_of_patience(now_, flight.first_at);
  end_attempt(slot, left ? TerminalState::cancelled : TerminalState::timeout, begun ? 200 : 0);
}

void StoryRun::fail_soon(size_t slot, TerminalState state, int status, bool ours) {
  flights_[slot].attempt.ended_at = now_ + story_run_requests_impl::answer_at_once;
  end_attempt(slot, state, status, ours);
}

void StoryRun::end_attempt(size_t slot, TerminalState state, int status, bool ours) {
  Flight& flight = flights_[slot];
  ++flight.generation;
  --in_flight_;
  Attempt& attempt = flight.attempt;
  attempt.ended_at = std::max(attempt.ended_at, now_);
  attempt.state = state;
  attempt.status = status;
  attempt.status_is_ours = ours;
  timeline_.request_ended(flight.met, attempt.replica);
  flight.met.clear();
  if (attempt.ended_at >= 0 && attempt.ended_at <= end_) {
    attempt.number = ++observations_;
    observe(story_, flight.asked, flight.plan, attempt, observation_);
    sink_.take(observation_);
  }
  const bool answered = state == TerminalState::ok;
  const bool malformed = status == 400;
  const bool broken_later = status == 200 && state != TerminalState::cancelled;
  decide(slot, answered, !answered && !malformed && !broken_later);
}

// The client has an answer, tries again, or gives up.
void StoryRun::decide(size_t slot, bool answered, bool may_retry) {
  using namespace story_run_requests_impl;
  Flight& flight = flights_[slot];
  Random random(mixed(flight.asked.facts.id, 21));
  const double ended_at = flight.attempt.ended_at;
  if (may_retry) {
    const auto again = clients_.retry_at(flight.made, ended_at, flight.first_at, random.uniform());
    if (again) return schedule(*again, What::attempt, slot);
  }
  const bool bad = answered && !random.chance(story_.engine.accuracy);
  if (ended_at >= 0 && ended_at <= end_) ++requests_;
  if (bad && clients_.asks_again(random.uniform())) {
    flight.first_at = ended_at;
    ++flight.asked_again;
    flight.made = 0;  // another request with the same words, and numbers of its own
    return schedule(ended_at, What::attempt, slot);
  }
  end_request(slot, answered);
}

void StoryRun::end_request(size_t slot, bool answered) {
  Flight& flight = flights_[slot];
  Session& session = sessions_[flight.session];
  const size_t session_slot = flight.session;
  const double ended_at = flight.attempt.ended_at;
  session.history_tokens += flight.asked.new_tokens + (answered ? flight.asked.output_tokens : 0);
  session.last_end = ended_at;
  free_flights_.push_back(slot);
  if (session.turn < session.turns)
    schedule(ended_at + traffic_.idle_before_next(session), What::turn, session_slot);
  else
    end_session(session_slot);
}

void StoryRun::end_session(size_t slot) {
  const Session& session = sessions_[slot];
  const bool closed = !story_.load[session.load_class].rate;
  if (closed) schedule(session.last_end + traffic_.think(session), What::arrival, session.load_class);
  free_sessions_.push_back(slot);
}

}  // namespace foreshock::scenario
