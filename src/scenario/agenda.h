#pragma once
// What begins or ends at a time of the story: faults and events.
#include <limits>
#include <vector>

#include "scenario/timeline.h"

namespace foreshock::scenario {

struct Agendum {
  double story_at;
  const StoryEvent* event = nullptr;  // none: dials of engines turn
  bool begins = true;
};

class Agenda {
 public:
  // What lies before FROM is left out. STORY outlives it.
  Agenda(const Story& story, const Timeline& timeline, double from);

  // In seconds of the story; infinity: nothing is left.
  double next_at() const {
    return next_ == items_.size() ? std::numeric_limits<double>::infinity() : items_[next_].story_at;
  }
  // The next one, which is there.
  const Agendum& take() { return items_[next_++]; }
  // When the traffic, the engines or their replicas change at once, sorted.
  const std::vector<double>& breaks() const { return breaks_; }

 private:
  std::vector<Agendum> items_;  // by time
  std::vector<double> breaks_;
  size_t next_ = 0;
};

}  // namespace foreshock::scenario
