#include "cli/live_stage.h"

#include "scenario/measurer.h"

namespace foreshock::cli {
namespace live_stage_impl {

constexpr double tick_seconds = 1;                             // how often dials are turned
constexpr Duration look_again = std::chrono::milliseconds(5);  // for what users do next

net::Awaitable<void> do_after(Duration delay, std::function<void()> work) {
  co_await net::sleep_for(delay);
  work();
}

}  // namespace live_stage_impl

LiveStage::LiveStage(const scenario::Story& story, uint64_t seed, SeriesSink* samples, EventSink* events)
    : story_(story),
      events_(events),
      started_(clock_.now()),
      timeline_(story, seed),
      pace_(0),
      replicas_(story, seed),
      fleet_(story, timeline_, pace_, replicas_),
      control_(story, seed, timeline_, fleet_, pace_),
      agenda_(story, timeline_, 0),
      probes_(io_, clock_, story, seed, timeline_, fleet_, pace_, attempts_, samples,
              [this] { return now(); }),
      users_(io_, clock_, story, seed, timeline_, pace_, attempts_, [this] { return now(); }) {}

LiveStage::~LiveStage() {
  stop_users();
  stop_replicas();
}

Result<std::vector<gateway::BackendOptions>> LiveStage::start_replicas() {
  FORESHOCK_TRY(auto backends, replicas_.start(io_, clock_, timeline_, fleet_, control_, attempts_,
                                               [this] { return now(); }));
  FORESHOCK_CHECK(probes_.send_to(replicas_.urls()));
  return backends;
}

void LiveStage::play(SetWeight set_weight, const std::function<void(Instant)>& on_start) {
  set_weight_ = std::move(set_weight);
  io_.wait_for(run(on_start));
}

net::Awaitable<void> LiveStage::run(const std::function<void(Instant)>& on_start) {
  started_ = clock_.now();
  on_start(started_);
  users_.users().start(0);
  double next_tick = 0;
  while (now() < seconds(story_.length) && !closed_) {
    while (agenda_.next_at() <= pace_.story_at(now())) follow(agenda_.take());
    if (now() >= next_tick) {
      tick();
      next_tick += live_stage_impl::tick_seconds;
    }
    while (users_.users().next_event_at() <= now()) users_.users().step(now());
    while (probes_.next_step_at() <= now()) probes_.step();
    co_await net::sleep_for(live_stage_impl::look_again);
  }
}

void LiveStage::go_to(Duration at, bool stand_still) {
  io_.post([this, to = seconds(at), rate = stand_still ? 0.0 : 1.0] {
    if (to < pace_.story_at(now())) agenda_ = scenario::Agenda(story_, timeline_, 0);
    pace_.jump(now(), to, rate);
  });
}

void LiveStage::after(Duration delay, std::function<void()> work) {
  io_.spawn(live_stage_impl::do_after(delay, std::move(work)));
}

void LiveStage::stop_users() {
  closed_ = true;
  users_.stop();
  probes_.stop();
}

void LiveStage::stop_replicas() {
  replicas_.stop();
}

void LiveStage::tick() {
  control_.check(now(), clock_.now(), nullptr);
  scenario::Outcomes heard_by_clients;
  fleet_.turn_dials(now(), heard_by_clients);
  users_.users().add_missing(now());
  weigh_backends();
}

// With endpoint one there is one backend, and the service divides the traffic behind it.
void LiveStage::weigh_backends() {
  if (story_.engine.endpoint == scenario::Endpoint::one) return;
  const auto weights = backend_weights(story_, timeline_, fleet_, now());
  for (size_t i = 0; i < weights.size(); ++i) set_weight_(story_.engine.replicas[i].name, weights[i]);
}

void LiveStage::follow(const scenario::Agendum& agendum) {
  if (agendum.event != nullptr) return follow(*agendum.event, agendum.begins);
  scenario::Outcomes heard_by_clients;
  fleet_.turn_dials(now(), heard_by_clients);
}

void LiveStage::follow(const scenario::StoryEvent& event, bool begins) {
  scenario::Outcomes heard_by_clients;
  if (begins && event.posted && events_ != nullptr) events_->take(told(event, clock_.now()));
  fleet_.on_event(event, begins, now(), heard_by_clients);
}

}  // namespace foreshock::cli
