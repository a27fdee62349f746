#pragma once
// The people of a story: sessions come, ask, wait, try again, give up, think. They know nothing of engines:
// whoever carries their requests says how each attempt ended. Times are in seconds of the model.
#include <queue>

#include "scenario/pace.h"
#include "scenario/timeline.h"
#include "scenario/traffic.h"
#include "scenario/virtual_clients.h"

namespace foreshock::scenario {

// A request of a client from its first attempt to its end.
struct Flight {
  Asked asked;
  size_t session = 0;
  double first_at = 0;      // of the attempts
  int64_t made = 0;         // attempts
  int64_t asked_again = 0;  // times that an answer was not good enough
  double session_age = 0;
};

// How an attempt ended for its client.
struct AttemptEnd {
  double at = 0;  // may lie a little ahead
  bool answered = false;
  int64_t answer_tokens = 0;  // of the text, which the next turn sends again
  bool right = true;          // what was answered
  bool may_retry = false;
};

class Carrier {
 public:
  virtual ~Carrier() = default;
  // An attempt begins. Returns after how many seconds its client gives it up. The carrier says how it ended,
  // by Users::attempt_ended, later or within this call.
  virtual double begin(size_t flight, double now) = 0;
  // Its client leaves. The carrier says how it ended within this call.
  virtual void give_up(size_t flight, double now) = 0;
  // The request is over, whatever it took.
  virtual void request_ended(size_t flight, double at) = 0;
};

class Users {
 public:
  // All outlive it.
  Users(const Story& story, uint64_t seed, Timeline& timeline, const Pace& pace, Carrier& carrier);

  // Once: the first arrivals. Then at least once a second for closed loops: users who are missing come.
  void start(double now);
  void add_missing(double now);
  double next_event_at() const;
  // Does the first thing that is due, where one is due at NOW.
  void step(double now);
  void attempt_ended(size_t flight, const AttemptEnd& end);

  // Of a request under way; the carrier may note whether its prefix is cached.
  Flight& flight(size_t index) { return flights_[index].flight; }
  // The carrier may note where its context lies.
  Session& session_of(size_t flight) { return sessions_[flights_[flight].flight.session]; }
  bool out_of_patience(size_t flight, double now) const;
  // Seconds of sessions without their answers: how long a house takes to fill.
  double filling_time() const;
  double longest_session() const;  // likewise, of a mean one

 private:
  enum class What : uint8_t { arrival, look, turn, attempt, give_up };  // look: for an arrival
  struct Due {
    double at;
    uint64_t order;
    What what;
    size_t which;         // class, session or flight
    uint32_t generation;  // of the flight
    bool operator>(const Due& other) const {
      return at > other.at || (at == other.at && order > other.order);
    }
  };
  struct Slot {
    Flight flight;
    uint64_t first_id = 0;
    uint32_t generation = 0;
  };

  void schedule(double at, What what, size_t which, uint32_t generation = 0);
  void schedule_arrival(size_t load_class, double now);
  void start_session(size_t load_class, double now);
  void next_turn(size_t session, double now);
  void start_attempt(size_t flight, double now);
  void end_request(size_t flight, const AttemptEnd& end);
  void end_session(size_t session, double now);
  double wanted_users(size_t load_class, double now);
  double class_factor(Dial dial, size_t load_class, double story_at);
  TokenFactors factors_of(size_t session, double now);

  const Story& story_;
  Timeline& timeline_;
  const Pace& pace_;
  Carrier& carrier_;
  Traffic traffic_;
  VirtualClients clients_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::vector<Session> sessions_;
  std::vector<double> session_began_;
  std::vector<Slot> flights_;
  std::vector<size_t> free_sessions_, free_flights_;
  std::vector<int64_t> users_;  // by class, of closed loops
  uint64_t orders_ = 0;
};

}  // namespace foreshock::scenario
