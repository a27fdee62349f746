#pragma once
// Which Instant a second of a story is.
#include "scenario/story.h"

namespace foreshock::scenario {

// Unix time of the story's time 0: a Monday at 00:00 UTC, later by its `start`.
inline Instant story_start(const Story& story) {
  constexpr double monday = 1767571200;  // 2026-01-05 00:00 UTC
  return at_unix_seconds(monday) + story.start;
}

}  // namespace foreshock::scenario
