#include "scenario/users.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foreshock::scenario {
namespace users_impl {

using enginesim::mixed;
using enginesim::Random;

size_t take_slot(auto& slots, std::vector<size_t>& unused) {
  if (unused.empty()) {
    slots.emplace_back();
    return slots.size() - 1;
  }
  const size_t slot = unused.back();
  unused.pop_back();
  return slot;
}

// Which of the keys that the users of a class have between them, when there are FACTOR times as many.
int64_t key_of(const RequestFacts& request, double factor) {
  if (factor <= 1) return 0;
  return static_cast<int64_t>(Random(mixed(request.session, 51)).uniform() * factor);
}

}  // namespace users_impl

Users::Users(const Story& story, uint64_t seed, Timeline& timeline, const Pace& pace, Carrier& carrier)
    : story_(story),
      timeline_(timeline),
      pace_(pace),
      carrier_(carrier),
      traffic_(story, seed),
      clients_(story.clients),
      users_(story.load.size()) {}

void Users::start(double now) {
  for (size_t i = 0; i < story_.load.size(); ++i)
    if (story_.load[i].rate) schedule_arrival(i, now);
  add_missing(now);
}

// They come one after another within the time for which they think.
void Users::add_missing(double now) {
  for (size_t i = 0; i < story_.load.size(); ++i) {
    const LoadClass& load = story_.load[i];
    if (!load.users) continue;
    const int64_t missing = std::llround(wanted_users(i, now)) - users_[i];
    for (int64_t user = 0; user < missing; ++user) {
      const double share = static_cast<double>(user) / static_cast<double>(missing);
      schedule(now + share * std::max(1.0, seconds(load.think.median)), What::arrival, i);
      ++users_[i];
    }
  }
}

double Users::next_event_at() const {
  return due_.empty() ? std::numeric_limits<double>::infinity() : due_.top().at;
}

void Users::step(double now) {
  if (next_event_at() > now) return;
  const Due due = due_.top();
  due_.pop();
  switch (due.what) {
    case What::arrival:
      start_session(due.which, now);
      if (story_.load[due.which].rate) schedule_arrival(due.which, due.at);
      return;
    case What::look:
      return schedule_arrival(due.which, due.at);
    case What::turn:
      return next_turn(due.which, now);
    case What::attempt:
      return start_attempt(due.which, now);
    case What::give_up:
      if (flights_[due.which].generation == due.generation) carrier_.give_up(due.which, now);
      return;
  }
}

void Users::schedule(double at, What what, size_t which, uint32_t generation) {
  due_.push({at, ++orders_, what, which, generation});
}

double Users::class_factor(Dial dial, size_t load_class, double story_at) {
  if (!timeline_.has(dial)) return 1;
  RequestFacts facts;
  facts.load_class = &story_.load[load_class];
  return timeline_.value(dial, {story_at, &facts, nullptr});
}

void Users::schedule_arrival(size_t load_class, double now) {
  const double story_at = pace_.story_at(now);
  const double factor = class_factor(Dial::load_rate, load_class, story_at);
  const auto next = traffic_.arrival_after(load_class, now, story_at, factor);
  if (next)
    schedule(*next, What::arrival, load_class);
  else
    schedule(now + Traffic::horizon, What::look, load_class);
}

// How many users of a closed loop there should be.
double Users::wanted_users(size_t load_class, double now) {
  const double story_at = pace_.story_at(now);
  return static_cast<double>(*story_.load[load_class].users) *
         class_factor(Dial::load_users, load_class, story_at) *
         class_factor(Dial::load_rate, load_class, story_at);
}

void Users::start_session(size_t load_class, double now) {
  const size_t slot = users_impl::take_slot(sessions_, free_sessions_);
  session_began_.resize(sessions_.size());
  sessions_[slot] = traffic_.new_session(load_class);
  session_began_[slot] = now;
  next_turn(slot, now);
}

TokenFactors Users::factors_of(size_t session, double now) {
  TokenFactors factors;
  if (!timeline_.has(Dial::load_prompt_tokens) && !timeline_.has(Dial::load_output_tokens)) return factors;
  Session copy = sessions_[session];
  const Asked healthy = traffic_.ask(copy, now, factors);
  const Moment moment{pace_.story_at(now), &healthy.facts, nullptr};
  factors.prompt = timeline_.value(Dial::load_prompt_tokens, moment);
  factors.output = timeline_.value(Dial::load_output_tokens, moment);
  return factors;
}

void Users::next_turn(size_t session, double now) {
  const size_t slot = users_impl::take_slot(flights_, free_flights_);
  Slot& started = flights_[slot];
  started.flight = {};
  Flight& flight = started.flight;
  flight.asked = traffic_.ask(sessions_[session], now, factors_of(session, now));
  const size_t load_class = sessions_[session].load_class;
  flight.asked.key_number =
      users_impl::key_of(flight.asked.facts, class_factor(Dial::load_users, load_class, pace_.story_at(now)));
  flight.session = session;
  flight.session_age = now - session_began_[session];
  flight.first_at = now;
  started.first_id = flight.asked.facts.id;
  start_attempt(slot, now);
}

void Users::start_attempt(size_t slot, double now) {
  Slot& started = flights_[slot];
  Flight& flight = started.flight;
  ++started.generation;
  if (flight.made++ > 0 || flight.asked_again > 0) {
    const auto attempt = static_cast<uint64_t>(flight.made + 1000 * flight.asked_again);
    flight.asked.facts.id = users_impl::mixed(started.first_id, attempt);
    flight.asked.facts.even_place.reset();
  }
  const uint32_t generation = started.generation;
  const double timeout = carrier_.begin(slot, now);
  schedule(clients_.gives_up_at(now, flights_[slot].flight.first_at, timeout), What::give_up, slot,
           generation);
}

bool Users::out_of_patience(size_t flight, double now) const {
  return clients_.out_of_patience(now, flights_[flight].flight.first_at);
}

// The client has an answer, tries again, asks again, or leaves it at that.
void Users::attempt_ended(size_t slot, const AttemptEnd& end) {
  using namespace users_impl;
  ++flights_[slot].generation;
  Flight& flight = flights_[slot].flight;
  Random random(mixed(flight.asked.facts.id, 21));
  if (end.may_retry) {
    const auto again = clients_.retry_at(flight.made, end.at, flight.first_at, random.uniform());
    if (again) return schedule(*again, What::attempt, slot);
  }
  carrier_.request_ended(slot, end.at);
  if (end.answered && !end.right && clients_.asks_again(random.uniform())) {
    flight.first_at = end.at;
    ++flight.asked_again;
    flight.made = 0;  // another request with the same words, and numbers of its own
    return schedule(end.at, What::attempt, slot);
  }
  end_request(slot, end);
}

void Users::end_request(size_t slot, const AttemptEnd& end) {
  const Flight& flight = flights_[slot].flight;
  const size_t session_slot = flight.session;
  Session& session = sessions_[session_slot];
  session.history_tokens += flight.asked.new_tokens + end.answer_tokens;
  session.last_end = end.at;
  free_flights_.push_back(slot);
  const bool left = !end.answered && clients_.out_of_patience(end.at, flight.first_at);
  if (session.turn < session.turns && !left)
    schedule(end.at + traffic_.idle_before_next(session), What::turn, session_slot);
  else
    end_session(session_slot, end.at);
}

// A user of a closed loop thinks and begins anew, unless there are too many by now.
void Users::end_session(size_t slot, double now) {
  const Session& session = sessions_[slot];
  const size_t load_class = session.load_class;
  const LoadClass& load = story_.load[load_class];
  free_sessions_.push_back(slot);
  if (load.rate) return;
  if (static_cast<double>(users_[load_class]) > wanted_users(load_class, now) + 0.5)
    --users_[load_class];
  else
    schedule(session.last_end + traffic_.think(session), What::arrival, load_class);
}

double Users::filling_time() const {
  double longest = 60;
  for (size_t i = 0; i < story_.load.size(); ++i)
    longest = std::max(longest, 2 * traffic_.session_seconds(i) + 10 * traffic_.mean_turns(i));
  return longest;
}

double Users::longest_session() const {
  double longest = 0;
  for (size_t i = 0; i < story_.load.size(); ++i) longest = std::max(longest, traffic_.session_seconds(i));
  return longest;
}

}  // namespace foreshock::scenario
