#pragma once
// How much faster than its model a story may go: docs/decisions/0004.
#include <vector>

#include "scenario/story.h"

namespace foreshock::scenario {

// At request fidelity only its history goes faster. Near something that begins or ends at once, and while
// requests pile up, one second is one second.
class PacePolicy {
 public:
  // BREAKS: when something begins or ends at once, in seconds of the story, sorted. LONGEST_SESSION: of a
  // mean one, in seconds: a session takes as much longer in the story as the story goes faster.
  PacePolicy(const Story& story, std::vector<double> breaks, double longest_session);

  void count_one() { ++ended_; }  // request
  // Another second of the model is over.
  void second_over();
  // Seconds of the story in one of the model. AT_EASE: no request piles up.
  double rate_at(double story_now, bool at_ease) const;

 private:
  bool near_break(double story_now, double rate) const;

  const Story& story_;
  std::vector<double> breaks_;
  double fastest_;
  double requests_a_second_;  // of the model, smoothed
  double ended_ = 0;          // in this second
};

}  // namespace foreshock::scenario
