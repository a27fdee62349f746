#pragma once
// A played story as JSON: SCENARIO.md, section 5.
#include <nlohmann/json.hpp>

#include "cli/story_table.h"

namespace foreshock::cli {

nlohmann::ordered_json story_json(const PlayedStory& played);

}  // namespace foreshock::cli
