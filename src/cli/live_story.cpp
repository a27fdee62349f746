#include "cli/live_story.h"

#include <atomic>

#include "cli/live_probes.h"
#include "cli/live_replicas.h"
#include "cli/live_users.h"
#include "cli/live_weights.h"
#include "gateway/gateway.h"
#include "scenario/agenda.h"
#include "scenario/measurer.h"

namespace foreshock::cli {
namespace live_story_impl {

constexpr double tick_seconds = 1;                             // how often dials are turned
constexpr Duration look_again = std::chrono::milliseconds(5);  // for what users do next

// Of a gateway's samples the ratings: its own counters are not part of a story's measurements yet.
class Ratings final : public SeriesSink {
 public:
  explicit Ratings(SeriesSink* sink) : sink_(sink) {}
  void take(std::span<const Sample> samples) override {
    if (sink_ != nullptr && !samples.empty() && samples.front().key.signal == "thumbs_up")
      sink_->take(samples);
  }

 private:
  SeriesSink* sink_;
};

// Lets through what ended before the story did.
class UntilTheEnd final : public ObservationSink {
 public:
  explicit UntilTheEnd(ObservationSink& sink) : sink_(sink) {}
  void end_at(Instant end) { end_ = end; }
  void take(const Observation& observation) override {
    if (observation.stamps.end <= end_.load()) sink_.take(observation);
  }

 private:
  ObservationSink& sink_;
  std::atomic<Instant> end_{Instant::max()};
};

class LiveStory {
 public:
  LiveStory(const scenario::Story& story, uint64_t seed, const scenario::StorySinks& sinks)
      : story_(story),
        sinks_(sinks),
        observations_(sinks.observations),
        started_(clock_.now()),
        timeline_(story, seed),
        pace_(0),
        replicas_(story, seed),
        fleet_(story, timeline_, pace_, replicas_),
        control_(story, seed, timeline_, fleet_, pace_),
        agenda_(story, timeline_, 0),
        ratings_(sinks.series),
        probes_(io_, clock_, story, seed, timeline_, fleet_, pace_, attempts_, sinks.series,
                [this] { return now(); }),
        users_(io_, clock_, story, seed, timeline_, pace_, attempts_, [this] { return now(); }) {}

  ~LiveStory() { stop(); }

  Result<void> start() {
    gateway::GatewayOptions options;
    options.listen = "127.0.0.1:0";
    options.threads = 1;
    FORESHOCK_TRY(options.backends, replicas_.start(io_, clock_, timeline_, fleet_, control_, attempts_,
                                                    [this] { return now(); }));
    FORESHOCK_TRY(gateway_, gateway::Gateway::start(std::move(options), clock_, observations_, ratings_, 1,
                                                    {.dials = sinks_.dials}));
    FORESHOCK_CHECK(probes_.send_to(replicas_.urls()));
    return users_.send_to("http://" + net::to_text(gateway_->address()));
  }

  scenario::StoryResult run() {
    io_.wait_for(play());
    stop();
    return {seconds(story_.length), users_.requests(), users_.affected()};
  }

 private:
  // Those who ask before those who answer.
  void stop() {
    users_.stop();
    probes_.stop();
    gateway_.reset();
    replicas_.stop();
  }

  double now() const { return seconds(clock_.now() - started_); }

  net::Awaitable<void> play() {
    started_ = clock_.now();
    observations_.end_at(started_ + story_.length);
    users_.users().start(0);
    double next_tick = 0;
    while (now() < seconds(story_.length)) {
      while (agenda_.next_at() <= now()) follow(agenda_.take());
      if (now() >= next_tick) {
        tick();
        next_tick += tick_seconds;
      }
      while (users_.users().next_event_at() <= now()) users_.users().step(now());
      while (probes_.next_step_at() <= now()) probes_.step();
      co_await net::sleep_for(look_again);
    }
  }

  void tick() {
    control_.check(now(), clock_.now(), nullptr);
    scenario::Outcomes heard_by_clients;
    fleet_.turn_dials(now(), heard_by_clients);
    users_.users().add_missing(now());
    weigh_backends();
  }

  // With endpoint one there is one backend, and the service divides the traffic behind it.
  void weigh_backends() {
    if (story_.engine.endpoint == scenario::Endpoint::one) return;
    const auto weights = backend_weights(story_, timeline_, fleet_, now());
    for (size_t i = 0; i < weights.size(); ++i)
      gateway_->set_weight(story_.engine.replicas[i].name, weights[i]);
  }

  void follow(const scenario::Agendum& agendum) {
    if (agendum.event != nullptr) return follow(*agendum.event, agendum.begins);
    scenario::Outcomes heard_by_clients;
    fleet_.turn_dials(now(), heard_by_clients);
  }

  void follow(const scenario::StoryEvent& event, bool begins) {
    scenario::Outcomes heard_by_clients;
    if (begins && event.posted && sinks_.events != nullptr) sinks_.events->take(told(event, clock_.now()));
    fleet_.on_event(event, begins, now(), heard_by_clients);
  }

  const scenario::Story& story_;
  const scenario::StorySinks& sinks_;
  UntilTheEnd observations_;
  RealClock clock_;
  net::IoThread io_;
  Instant started_;
  scenario::Timeline timeline_;
  scenario::Pace pace_;
  LiveAttempts attempts_;
  LiveReplicas replicas_;
  scenario::Fleet fleet_;
  scenario::ControlPlane control_;
  scenario::Agenda agenda_;
  Ratings ratings_;
  LiveProbes probes_;
  LiveUsers users_;
  std::unique_ptr<gateway::Gateway> gateway_;
};

}  // namespace live_story_impl

Result<scenario::StoryResult> run_live_story(const scenario::Story& story, uint64_t seed,
                                             const scenario::StorySinks& sinks) {
  live_story_impl::LiveStory live(story, seed, sinks);
  FORESHOCK_CHECK(live.start());
  return live.run();
}

}  // namespace foreshock::cli
