#pragma once
// Waiting for the end of a long-running command.

namespace foreshock::cli {

// Blocks SIGINT and SIGTERM for this thread and those that it starts later: call it before any thread exists.
void hold_stop_signals();
// Until one of them comes.
void wait_for_stop_signal();

}  // namespace foreshock::cli
