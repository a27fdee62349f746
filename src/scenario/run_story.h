#pragma once
#include "core/ports.h"
#include "scenario/story.h"

namespace foreshock::scenario {

struct StoryResult {
  double length_s = 0;
  int64_t requests = 0;  // of clients, that ended; one may have been attempted several times
};

// Plays STORY, which check_playable accepts, in virtual time with SEED in place of its own. SINK gets every
// attempt that ends in it, in the order of their ends but for errors that come at once.
StoryResult run_story(const Story& story, uint64_t seed, ObservationSink& sink);

}  // namespace foreshock::scenario
