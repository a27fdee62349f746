#pragma once
// From what a stream showed to its terminal state.
#include "core/observation.h"

namespace foreshock::wire {

struct StreamEnd {
  bool shed = false;       // we did not let it in, or stopped before it was over
  bool cancelled = false;  // the client, or we, left
  bool timed_out = false;
  bool reset_reused = false;   // a reused connection died before any byte of the answer
  bool not_an_answer = false;  // the content type is no model's answer
  bool error = false;
  bool finish_error = false;  // finish reason "error"
  bool malformed = false;
  bool cut = false;           // the body ended early
  bool finished = false;      // a finish reason came
  bool protocol_end = false;  // the end marker of the dialect came
  bool understood = true;     // the dialect is known; else a clean end is all that can be asked
};

// The first that applies, in the order of the fields above; then truncated, ok_no_done, ok.
TerminalState terminal_state(const StreamEnd& end);

}  // namespace foreshock::wire
