#pragma once
// Lets the loop watch a story: it gets what a gateway, scrapes and probes see, and the story's clock.
#include "flow/loop.h"
#include "mitigate/lease_board.h"
#include "mitigate/pending_actions.h"
#include "scenario/loop_record.h"
#include "scenario/story.h"
#include "scenario/story_sinks.h"

namespace foreshock::scenario {

class StoryLoop final : public ObservationSink, public TranscriptSink, public SeriesSink, public EventSink {
 public:
  // ALSO gets the observations of the story itself, not those of its history. All outlive it.
  StoryLoop(const Story& story, ObservationSink& also);

  void take(const Observation& observation) override;
  void take(const Observation& observation, const Transcript& transcript) override;
  void take(std::span<const Sample> samples) override;
  void take(const Event& event) override;

  StorySinks sinks();
  const LoopRecord& record() const { return record_; }

 private:
  Instant story_start_;
  ObservationSink& also_;
  LoopRecord record_;
  mitigate::LeaseBoard board_;
  mitigate::PendingActions pending_;
  flow::Loop loop_;
};

}  // namespace foreshock::scenario
