#pragma once
// Whether somebody between here and the engine gathered an answer before handing it on.
#include <cstdint>

#include "core/instant.h"

namespace foreshock::signals {

// A few words a token, in order. Runs are what is parted by half a second at least.
class Lumps {
 public:
  void on_token(Instant now);
  // At least three runs of twenty tokens each in the mean, the first one too, and at most a tenth of the time
  // within runs: an engine makes tokens all the time, and drafts give fewer at once. What one read of a short
  // answer holds is one run, and none.
  bool came() const;

 private:
  Instant first_, last_;
  Duration paused_{0};
  int64_t tokens_ = 0, runs_ = 0, first_run_ = 0;
};

}  // namespace foreshock::signals
