#include "wire/stream_end.h"

namespace foreshock::wire {

TerminalState terminal_state(const StreamEnd& end) {
  if (end.shed) return TerminalState::shed;
  if (end.cancelled) return TerminalState::cancelled;
  if (end.timed_out) return TerminalState::timeout;
  if (end.reset_reused) return TerminalState::reset_reused;
  if (end.not_an_answer) return TerminalState::not_sse;
  if (end.error) return TerminalState::inband_error;
  if (end.finish_error) return TerminalState::finish_error;
  if (end.malformed) return TerminalState::malformed;
  if (end.cut && !end.protocol_end) return TerminalState::truncated;
  if (!end.understood || end.protocol_end) return TerminalState::ok;
  return end.finished ? TerminalState::ok_no_done : TerminalState::truncated;
}

}  // namespace foreshock::wire
