#include "scenario/story_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foreshock::scenario {
namespace story_run_impl {

constexpr double tick_seconds = 1;  // how often dials that move slowly are turned and the pace is set

// What a healthy history leaves behind is a full house: sessions under way, warm caches, requests in flight.
// A few times the length of a session makes it.
double warm_up(const Story& story, const Users& users) {
  return std::min({users.filling_time(), 3600.0, seconds(story.history)});
}

}  // namespace story_run_impl

StoryRun::StoryRun(const Story& story, uint64_t seed, const StorySinks& sinks)
    : story_(story),
      timeline_(story, seed),
      pace_(0),
      users_(story, seed, timeline_, pace_, *this),
      now_(sinks.history ? -seconds(story.history) : -story_run_impl::warm_up(story, users_)),
      agenda_(story, timeline_, now_),
      pace_policy_(story, agenda_.breaks(), users_.longest_session()),
      replicas_(story, seed, sinks.history),
      fleet_(story, timeline_, pace_, replicas_),
      router_(story, fleet_),
      control_(story, seed, timeline_, fleet_, pace_),
      scraper_(story, timeline_, fleet_, pace_),
      probes_(story, seed, timeline_, replicas_, fleet_, pace_),
      measurer_(story, seed, pace_, sinks) {
  if (sinks.dials != nullptr) dials_.emplace(*sinks.dials);
  next_tick_at_ = next_check_at_ = now_;
  next_probe_at_ = probes_.any() ? now_ + probes_.step_seconds() : std::numeric_limits<double>::infinity();
}

StoryResult StoryRun::run() {
  users_.start(now_);
  while (true) {
    const double next = std::min({users_.next_event_at(), pace_.model_at(agenda_.next_at()),
                                  replicas_.next_event_at(), next_tick_at_, next_check_at_, next_probe_at_});
    if (pace_.story_at(next) > seconds(story_.length)) break;
    now_ = std::max(now_, next);
    advance_engines();
    if (pace_.model_at(agenda_.next_at()) <= now_) {
      follow(agenda_.take());
    } else if (next_tick_at_ <= now_) {
      tick();
    } else if (next_check_at_ <= now_) {
      check();
    } else if (next_probe_at_ <= now_) {
      probes_.step(now_);
      next_probe_at_ = now_ + probes_.step_seconds();
    } else {
      users_.step(now_);
    }
  }
  return measurer_.result();
}

void StoryRun::follow(const Agendum& agendum) {
  if (agendum.event == nullptr) {
    fleet_.turn_dials(now_, outcomes_);
  } else {
    if (agendum.begins) measurer_.event(*agendum.event);
    fleet_.on_event(*agendum.event, agendum.begins, now_, outcomes_);
  }
  handle_outcomes();
}

void StoryRun::tick() {
  pace_policy_.second_over();
  const double rate = pace_policy_.rate_at(story_now(), fleet_.at_ease(now_));
  if (rate != pace_.rate()) {
    pace_.change(now_, rate);
    replicas_.set_weight(rate);
  }
  if (!timeline_.engine_dials().empty()) {
    fleet_.turn_dials(now_, outcomes_);
    handle_outcomes();
  }
  users_.add_missing(now_);
  next_tick_at_ = now_ + story_run_impl::tick_seconds;
}

void StoryRun::check() {
  ReplicaSamples* samples = measurer_.samples_at(story_now());
  control_.check(now_, measurer_.at(story_now()), samples);
  if (samples != nullptr) {
    scraper_.scrape(now_, measurer_.at(story_now()), *samples);
    measurer_.flush();
  }
  next_check_at_ = now_ + ControlPlane::check_every;
}

void StoryRun::advance_engines() {
  for (size_t i = 0; i < fleet_.size(); ++i) {
    if (!replicas_.advance(i, now_, outcomes_)) continue;
    handle_outcomes();
    if (!timeline_.depends_on_state()) continue;
    fleet_.turn_dials_of(i, now_, outcomes_);
    handle_outcomes();
  }
}

void StoryRun::handle_outcomes() {
  const auto outcomes = std::exchange(outcomes_, {});
  for (const auto& outcome : outcomes) on_outcome(outcome);
}

}  // namespace foreshock::scenario
