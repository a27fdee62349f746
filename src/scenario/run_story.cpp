#include "scenario/run_story.h"

#include <cmath>

#include "scenario/story_run.h"

namespace foreshock::scenario {

int64_t StoryResult::affected_requests(double onset, double at) const {
  double sum = 0;
  for (const Affected& request : affected)
    if (request.ended_at >= onset && request.ended_at <= at) sum += request.requests;
  return std::llround(sum);
}

StoryResult run_story(const Story& story, uint64_t seed, const StorySinks& sinks) {
  return StoryRun(story, seed, sinks).run();
}

}  // namespace foreshock::scenario
