#include "scenario/agenda.h"

#include <algorithm>

namespace foreshock::scenario {

Agenda::Agenda(const Story& story, const Timeline& timeline, double from) : breaks_(timeline.breaks()) {
  for (const double at : timeline.breaks())
    if (!timeline.engine_dials().empty() && at >= from) items_.push_back({at});
  for (const StoryEvent& event : story.events) {
    items_.push_back({seconds(event.at), &event, true});
    if (event.until) items_.push_back({seconds(*event.until), &event, false});
  }
  std::stable_sort(items_.begin(), items_.end(),
                   [](const Agendum& a, const Agendum& b) { return a.story_at < b.story_at; });
  for (const Agendum& item : items_) breaks_.push_back(item.story_at);
  breaks_.push_back(0);
  if (story.canary) breaks_.push_back(seconds(story.canary->at));
  std::sort(breaks_.begin(), breaks_.end());
}

}  // namespace foreshock::scenario
