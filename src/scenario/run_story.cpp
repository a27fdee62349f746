#include "scenario/run_story.h"

#include "scenario/story_run.h"

namespace foreshock::scenario {

StoryResult run_story(const Story& story, uint64_t seed, ObservationSink& sink) {
  StoryRun run(story, seed, sink);
  return {seconds(story.length), run.run()};
}

}  // namespace foreshock::scenario
