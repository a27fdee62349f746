#pragma once
// How commands end that somebody stops.

namespace foreshock::cli {

// Blocks SIGINT and SIGTERM for this thread and those that it starts later: call it before any thread exists.
void hold_stop_signals();
// Until one of them comes.
void wait_for_stop_signal();

// From here on SIGINT and SIGTERM print MESSAGE, which outlives the process, to stderr, and then end it as
// they do by default: a shell sees 130 or 143.
void say_when_stopped(const char* message);

}  // namespace foreshock::cli
