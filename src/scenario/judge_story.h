#pragma once
// Whether what a story expects came out.
#include <string>
#include <vector>

#include "scenario/loop_record.h"
#include "scenario/run_story.h"
#include "scenario/story.h"

namespace foreshock::scenario {

// The expectations of STORY that do not hold, each as a line that says what came instead.
std::vector<std::string> unmet_expectations(const Story& story, const StoryResult& result,
                                            const LoopRecord& record);

}  // namespace foreshock::scenario
