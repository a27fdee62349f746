#pragma once
// What a gateway meets in a story in real time: replicas behind sockets, users who send HTTP, a prober; one
// second is one second.
#include <atomic>
#include <functional>

#include "cli/live_probes.h"
#include "cli/live_replicas.h"
#include "cli/live_users.h"
#include "cli/live_weights.h"
#include "scenario/agenda.h"

namespace foreshock::cli {

class LiveStage {
 public:
  using SetWeight = std::function<void(std::string_view replica, double weight)>;

  // All outlive it. SAMPLES, of probes, and EVENTS, those that are posted, are told on a thread of the stage.
  LiveStage(const scenario::Story& story, uint64_t seed, SeriesSink* samples, EventSink* events);
  ~LiveStage();  // stops

  // Once, first: the replicas as backends of a gateway. Errors: io.
  Result<std::vector<gateway::BackendOptions>> start_replicas();
  // Where the gateway listens; before play. Errors: bad_config.
  Result<void> send_to(const std::string& url) { return users_.send_to(url); }
  // The story, until its end or until stop_users; SET_WEIGHT and ON_START are called on a thread of the
  // stage.
  void play(SetWeight set_weight, const std::function<void(Instant)>& on_start);
  // The story goes on from AT, or stands still there, while users go on. What begins after a way back does so
  // again. From any thread.
  void go_to(Duration at, bool stand_still);
  // Does WORK then, on the thread of the stage, unless it stops before.
  void after(Duration delay, std::function<void()> work);
  // Those who ask go before those who answer, and the gateway between them.
  void stop_users();
  void stop_replicas();

  const Clock& clock() const { return clock_; }
  const LiveUsers& users() const { return users_; }

 private:
  double now() const { return seconds(clock_.now() - started_); }
  net::Awaitable<void> run(const std::function<void(Instant)>& on_start);
  void tick();
  void weigh_backends();
  void follow(const scenario::Agendum& agendum);
  void follow(const scenario::StoryEvent& event, bool begins);

  const scenario::Story& story_;
  EventSink* const events_;
  RealClock clock_;
  net::IoThread io_;
  Instant started_;
  std::atomic<bool> closed_{false};
  SetWeight set_weight_;
  scenario::Timeline timeline_;
  scenario::Pace pace_;
  LiveAttempts attempts_;
  LiveReplicas replicas_;
  scenario::Fleet fleet_;
  scenario::ControlPlane control_;
  scenario::Agenda agenda_;
  LiveProbes probes_;
  LiveUsers users_;
};

}  // namespace foreshock::cli
