#include "scenario/story_loop.h"

#include "signals/measure.h"
#include "signals/signal.h"

namespace foreshock::scenario {

StoryLoop::StoryLoop(Instant story_start, ObservationSink& also)
    : story_start_(story_start), also_(also), loop_(signals::signal_specs(), {}, record_, 1) {}

void StoryLoop::take(const Observation& observation) {
  loop_.advance(observation.stamps.end);
  loop_.take(signals::measure(observation));
  if (observation.stamps.end >= story_start_) also_.take(observation);
}

void StoryLoop::take(const Observation& observation, const Transcript& transcript) {
  loop_.take(signals::measure_words(observation, transcript));
}

void StoryLoop::take(std::span<const Sample> samples) {
  if (!samples.empty()) loop_.advance(samples.front().at);
  loop_.take(samples);
}

void StoryLoop::take(const Event& event) {
  loop_.take(event);
}

StorySinks StoryLoop::sinks() {
  return {.observations = *this, .transcripts = this, .series = this, .events = this, .history = true};
}

}  // namespace foreshock::scenario
