#pragma once
// Whether what a story expects came out.
#include <string>
#include <vector>

#include "scenario/story.h"

namespace foreshock::scenario {

// The expectations of STORY that do not hold, each as a line. Nothing watches a story yet: no page, finding,
// action or verdict comes, and what asks for one is "not judged yet".
std::vector<std::string> unmet_expectations(const Story& story);

}  // namespace foreshock::scenario
