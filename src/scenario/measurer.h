#pragma once
// What of a story is measured: turns what happened into observations, transcripts and samples, and counts.
#include <vector>

#include "scenario/observe.h"
#include "scenario/pace.h"
#include "scenario/replica_samples.h"
#include "scenario/run_story.h"
#include "scenario/story_sinks.h"
#include "scenario/transcriber.h"

namespace foreshock::scenario {

// A posted event as Foreshock is told of it.
Event told(const StoryEvent& event, Instant at);

class Measurer {
 public:
  // STORY, PACE and SINKS outlive it.
  Measurer(const Story& story, uint64_t seed, const Pace& pace, const StorySinks& sinks);

  // Whether what ends at a time of the story is told.
  bool tells(double story_at) const;
  // An attempt ended; ATTEMPT gets its number, weight and time.
  void attempt_ended(const Asked& asked, const Plan& plan, Attempt& attempt);
  // A client's request ended, after however many attempts. AFFECTED: a fault that is on met it.
  void request_ended(double story_at, bool affected);
  // What its engine and now and then its user say of an answer. THUMBS_UP: the chance that it is good.
  void answered(const Asked& asked, const Plan& plan, const Attempt& attempt, double thumbs_up);
  void waited(const Asked& asked, const Attempt& attempt, double story_at, double queue_time);
  void event(const StoryEvent& event);

  // Where samples may be added; nullptr: nobody takes them, or not now.
  ReplicaSamples* samples_at(double story_at);
  // Hands over what was added.
  void flush();
  Instant at(double story_at) const { return story_start(story_) + from_seconds(story_at); }
  StoryResult result() const;

 private:
  // In the strata of the replica and of the request.
  ReplicaSamples* samples_of(const Asked& asked, const Attempt& attempt, double story_at);

  const Story& story_;
  const uint64_t seed_;
  const Pace& pace_;
  const StorySinks& sinks_;
  Transcriber transcriber_;
  Observation observation_;
  ReplicaSamples samples_;
  uint64_t observations_ = 0;
  double requests_ = 0;
  std::vector<Affected> affected_;
};

}  // namespace foreshock::scenario
