#include "scenario/story_loop.h"

#include "scenario/story_clock.h"
#include "signals/series_of.h"
#include "signals/signal.h"

namespace foreshock::scenario {

namespace story_loop_impl {

// The policy of a story is that of every policy.
flow::LoopOptions options_of(const Story& story) {
  flow::LoopOptions options;
  options.mitigate.draft_length = story.policy;
  return options;
}

}  // namespace story_loop_impl

StoryLoop::StoryLoop(const Story& story, ObservationSink& also)
    : story_start_(story_start(story)),
      also_(also),
      board_(record_),
      pending_(board_, record_),
      loop_(std::make_shared<SignalCatalog>(signals::signal_specs()), story_loop_impl::options_of(story),
            {record_, &board_, &pending_}, 1) {}

void StoryLoop::take(const Observation& observation) {
  loop_.advance(observation.stamps.end);
  loop_.take(signals::series_of(observation));
  if (observation.stamps.end >= story_start_) also_.take(observation);
}

void StoryLoop::take(const Observation& observation, const Transcript& transcript) {
  loop_.take_words(signals::series_of(observation, transcript));
}

void StoryLoop::take(std::span<const Sample> samples) {
  if (!samples.empty()) loop_.advance(samples.front().at);
  loop_.take(samples);
}

void StoryLoop::take(const Event& event) {
  loop_.take(event);
}

StorySinks StoryLoop::sinks() {
  return {.observations = *this,
          .transcripts = this,
          .series = this,
          .events = this,
          .dials = &board_,
          .history = true};
}

}  // namespace foreshock::scenario
