#pragma once
#include <vector>

#include "scenario/story.h"
#include "scenario/story_sinks.h"

namespace foreshock::scenario {

// Requests that a fault met, put together by the second or, in stories of more than a day, more coarsely.
struct Affected {
  double ended_at = 0;  // s; at the latest
  double requests = 1;
};

struct StoryResult {
  double length_s = 0;
  int64_t requests = 0;            // of clients, that ended; one may have been attempted several times
  std::vector<Affected> affected;  // in the order of their ends

  // Those that ended from ONSET to AT, in seconds of the story: affected_requests of a page.
  int64_t affected_requests(double onset, double at) const;
};

// Plays STORY, which check_playable accepts, in virtual time with SEED in place of its own. SINKS get every
// attempt that ends in it, in the order of their ends but for errors that come at once.
StoryResult run_story(const Story& story, uint64_t seed, const StorySinks& sinks);

}  // namespace foreshock::scenario
