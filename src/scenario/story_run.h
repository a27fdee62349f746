#pragma once
// A story at request fidelity as a discrete-event loop: traffic, clients, routing and engines in virtual
// time.
#include <memory>
#include <queue>

#include "core/ports.h"
#include "enginesim/virtual_replica.h"
#include "scenario/observe.h"
#include "scenario/routing.h"
#include "scenario/virtual_clients.h"

namespace foreshock::scenario {

class StoryRun {
 public:
  // STORY and SINK outlive it. The seed of the story does not count.
  StoryRun(const Story& story, uint64_t seed, ObservationSink& sink);

  // Once. Returns the requests of clients that ended in the story, each however often it was attempted.
  int64_t run();

 private:
  enum class What : uint8_t { arrival, turn, attempt, give_up, change, event, event_end };
  struct Due {
    double at;
    uint64_t order;
    What what;
    size_t which;         // class, session, flight or event
    uint32_t generation;  // of the flight
    bool operator>(const Due& other) const {
      return at > other.at || (at == other.at && order > other.order);
    }
  };
  // A request of a client from its first attempt to its end.
  struct Flight {
    Asked asked;
    uint64_t first_id = 0;
    size_t session = 0;
    double first_at = 0;
    int64_t made = 0;  // attempts
    uint32_t generation = 0;
    int64_t asked_again = 0;
    Plan plan;
    Attempt attempt;
    ReplicaFacts met_replica;  // as it was when the attempt came
    Timeline::Met met;
    bool in_engine = false;
  };
  struct Engine {
    std::unique_ptr<enginesim::VirtualReplica> replica;
    std::string_view version;   // in the story
    std::vector<double> dials;  // as set last, by Timeline::engine_dials
  };

  void schedule(double at, What what, size_t which, uint32_t generation = 0);
  void schedule_beginning();
  void happen(const Due& due);
  void advance_engines(double now);
  // Traffic
  void schedule_arrival(size_t load_class);
  void on_arrival(size_t load_class);
  void start_session(size_t load_class);
  void next_turn(size_t session);
  void end_session(size_t session);
  double load_factor(size_t load_class, double at);
  // Attempts
  void start_attempt(size_t flight);
  void enter_engine(size_t flight, const ReplicaFacts& replica);
  void on_outcome(const enginesim::VirtualOutcome& outcome);
  void give_up(size_t flight);
  void end_attempt(size_t flight, TerminalState state, int status, bool ours = false);
  void fail_soon(size_t flight, TerminalState state, int status, bool ours);
  void decide(size_t flight, bool answered, bool may_retry);
  void end_request(size_t flight, bool answered);
  // Engines
  size_t route(const Flight& flight);
  ReplicaFacts facts_of(size_t replica) const;
  void turn_dials();
  void turn_dials_of(size_t replica);
  void on_event(const StoryEvent& event, bool begins);
  void exchange(size_t replica, std::string_view version, bool restart);

  const Story& story_;
  const uint64_t seed_;
  ObservationSink& sink_;
  Timeline timeline_;
  Traffic traffic_;
  VirtualClients clients_;
  std::vector<Engine> engines_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::vector<Session> sessions_;
  std::vector<double> session_began_;
  std::vector<Flight> flights_;
  std::vector<size_t> free_sessions_, free_flights_;
  std::vector<enginesim::VirtualOutcome> outcomes_;
  std::vector<ReplicaLoad> loads_;
  Observation observation_;
  double now_ = 0, end_ = 0;
  uint64_t orders_ = 0, observations_ = 0;
  int64_t requests_ = 0, in_flight_ = 0;
};

}  // namespace foreshock::scenario
