#pragma once
// What can come to pass in a story at all.
#include <string_view>

#include "scenario/series_names.h"
#include "scenario/story.h"

namespace foreshock::scenario {

// Whether an event of the story is of KIND or may be taken for it, or a dial, the canary or the clients make
// one.
bool can_happen(EventKind kind, const Story& story);
// Why SERIES holds no value in that stratum of the story whatever happens; empty where it does.
std::string_view lack_of(std::string_view series, const Story& story, const Where& where = {});
// Why the story has no NEED, asked of the classes that WHEN names.
std::string_view lack_of(StoryNeed need, const Conditions& when, const Story& story);
// No more requests than these can end after the first fault begins: twice what the load says, as it is
// random; infinity where that depends on the answers.
double most_affected(const Story& story);

}  // namespace foreshock::scenario
