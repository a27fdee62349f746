#include "scenario/measurer.h"

#include <algorithm>
#include <cmath>

#include "scenario/ratings.h"

namespace foreshock::scenario {
namespace measurer_impl {

// Places for affected requests: a story of a day has one a second.
constexpr double most_affected = 86400;

}  // namespace measurer_impl

Measurer::Measurer(const Story& story, uint64_t seed, const Pace& pace, const StorySinks& sinks)
    : story_(story), seed_(seed), pace_(pace), sinks_(sinks), transcriber_(story, seed), samples_(story) {}

bool Measurer::tells(double story_at) const {
  return (story_at >= 0 || sinks_.history) && story_at <= seconds(story_.length);
}

void Measurer::attempt_ended(const Asked& asked, const Plan& plan, Attempt& attempt) {
  attempt.ended_in_story = pace_.story_at(attempt.ended_at);
  if (!tells(attempt.ended_in_story)) return;
  attempt.number = ++observations_;
  attempt.weight = pace_.rate();
  observe(story_, asked, plan, attempt, observation_);
  sinks_.observations.take(observation_);
  const bool answered = attempt.status == 200 && attempt.reached_engine && attempt.outcome.produced > 0;
  if (!answered || sinks_.transcripts == nullptr) return;
  if (transcriber_.writes(asked.facts.id))
    sinks_.transcripts->take(observation_, transcriber_.write(asked, plan, attempt));
  else if (asked.facts.load_class->tools > 0)
    sinks_.transcripts->take(observation_, transcriber_.calls(asked, plan, attempt));
}

void Measurer::request_ended(double story_at, bool affected) {
  if (story_at < 0 || story_at > seconds(story_.length)) return;
  requests_ += pace_.rate();
  if (!affected) return;
  const double grain = std::max(1.0, seconds(story_.length) / measurer_impl::most_affected);
  const double at = std::ceil(story_at / grain) * grain;
  if (affected_.empty() || affected_.back().ended_at < at) affected_.push_back({at, 0});
  affected_.back().requests += pace_.rate();
}

void Measurer::answered(const Asked& asked, const Plan& plan, const Attempt& attempt, double thumbs_up) {
  const double accepted = attempt.outcome.accept_length;
  const auto up = rating_of(story_, seed_, asked, plan, thumbs_up);
  if (accepted <= 0 && !up) return;
  ReplicaSamples* samples = samples_of(asked, attempt, attempt.ended_in_story);
  if (samples == nullptr) return;
  if (accepted > 0) samples->add("accept_length", accepted);
  if (up) samples->add("thumbs_up", *up ? 1 : 0);
  flush();
}

void Measurer::waited(const Asked& asked, const Attempt& attempt, double story_at, double queue_time) {
  ReplicaSamples* samples = samples_of(asked, attempt, story_at);
  if (samples == nullptr) return;
  samples->add("queue_time", queue_time);
  flush();
}

ReplicaSamples* Measurer::samples_of(const Asked& asked, const Attempt& attempt, double story_at) {
  ReplicaSamples* samples = samples_at(story_at);
  if (samples == nullptr) return nullptr;
  samples->of(attempt.replica, attempt.version, at(story_at), pace_.rate());
  samples->also("class", asked.facts.load_class->name);
  samples->also("prompt", prompt_band(asked.facts.prompt_tokens));
  return samples;
}

void Measurer::event(const StoryEvent& event) {
  if (sinks_.events != nullptr && event.posted) sinks_.events->take(told(event, at(seconds(event.at))));
}

Event told(const StoryEvent& event, Instant at) {
  Event told;
  told.kind = event.kind;
  told.at = at;
  if (event.until) told.until = at + (*event.until - event.at);
  if (event.replicas.size() == 1) told.scope = {"replica", event.replicas.front()};
  told.about = event.text;
  told.posted = true;
  return told;
}

ReplicaSamples* Measurer::samples_at(double story_at) {
  return sinks_.series != nullptr && tells(story_at) ? &samples_ : nullptr;
}

void Measurer::flush() {
  if (!samples_.all().empty()) sinks_.series->take(samples_.all());
  samples_.clear();
}

StoryResult Measurer::result() const {
  return {seconds(story_.length), std::llround(requests_), affected_};
}

}  // namespace foreshock::scenario
