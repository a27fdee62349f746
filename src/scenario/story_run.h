#pragma once
// A story as a discrete-event loop: traffic, clients, routing and engines in virtual time.
#include "scenario/agenda.h"
#include "scenario/control_plane.h"
#include "scenario/fleet_router.h"
#include "scenario/measurer.h"
#include "scenario/pace_policy.h"
#include "scenario/scraper.h"
#include "scenario/users.h"
#include "scenario/virtual_probes.h"

namespace foreshock::scenario {

// Carries the attempts of users to engines in virtual time. Times without a name are those of the model, in
// seconds.
class StoryRun final : Carrier {
 public:
  // STORY and SINKS outlive it. The seed of the story does not count.
  StoryRun(const Story& story, uint64_t seed, const StorySinks& sinks);

  // Once.
  StoryResult run();

 private:
  // An attempt on its way.
  struct Course {
    Plan plan;
    Attempt attempt;
    ReplicaFacts met_replica;  // as it was when the attempt came
    Timeline::Met met;
    bool in_engine = false, affected = false;
    std::optional<mitigate::Pipeline> pipeline;  // what becomes of it
  };

  // The loop
  void follow(const Agendum& agendum);
  void tick();
  void check();
  void advance_engines();
  void handle_outcomes();
  double story_now() const { return pace_.story_at(now_); }
  Instant instant() const { return measurer_.at(story_now()); }
  // Attempts
  double begin(size_t flight, double now) override;
  void give_up(size_t flight, double now) override;
  void request_ended(size_t flight, double at) override;
  void plan_attempt(size_t flight, const ReplicaFacts& replica);
  void enter_engine(size_t flight, const ReplicaFacts& replica);
  void leave_engine(size_t flight);
  void on_outcome(const enginesim::VirtualOutcome& outcome);
  void fail_soon(size_t flight, TerminalState state, int status);
  // AFTER: seconds until the client hears of it.
  void fail(size_t flight, const mitigate::Next& next, double after);
  void end_attempt(size_t flight, TerminalState state, int status, bool ours = false);

  const Story& story_;
  Timeline timeline_;
  Pace pace_;
  Users users_;
  double now_ = 0;
  Agenda agenda_;
  PacePolicy pace_policy_;
  VirtualReplicas replicas_;
  Fleet fleet_;
  FleetRouter router_;
  std::optional<mitigate::DialReader> dials_;
  ControlPlane control_;
  Scraper scraper_;
  VirtualProbes probes_;
  Measurer measurer_;
  double next_tick_at_, next_check_at_, next_probe_at_;
  std::vector<Course> courses_;  // by flight
  Outcomes outcomes_;
  int64_t in_flight_ = 0;
};

}  // namespace foreshock::scenario
