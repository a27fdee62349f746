#pragma once
// How far a story has come, while it is played, for whoever waits before a terminal.
#include <chrono>
#include <string>

#include "core/ports.h"
#include "scenario/story.h"

namespace foreshock::cli {

// "NAME: day 3 of 90" at NOW, in the time of the story; of its history, or one of less than two days, the
// share.
std::string progress_text(const scenario::Story& story, Instant now);

// Hands all on to NEXT. Where stderr is a terminal, a line there shows how far the observations have come,
// anew every 100 ms; it is gone with this.
class StoryProgress final : public ObservationSink {
 public:
  StoryProgress(const scenario::Story& story, ObservationSink& next);
  StoryProgress(const StoryProgress&) = delete;
  StoryProgress& operator=(const StoryProgress&) = delete;
  ~StoryProgress() override { erase(); }

  void take(const Observation& observation) override;
  // Where stderr is a terminal.
  static void erase();

 private:
  const scenario::Story& story_;
  ObservationSink& next_;
  const bool shows_;
  std::chrono::steady_clock::time_point shown_at_;
};

}  // namespace foreshock::cli
