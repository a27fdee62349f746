#pragma once
#include <string>
#include <string_view>

#include "core/result.h"
#include "scenario/story.h"

namespace foreshock::scenario {

// The story in TEXT; FILE is only named in errors. A text that is no story of the language, or that expects
// what can never be judged, is bad_config: "file:line:column: what", with the nearest known name; commands
// exit 2 on it.
Result<Story> read_story(std::string_view text, const std::string& file);

}  // namespace foreshock::scenario
