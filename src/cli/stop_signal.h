#pragma once
// How commands end that somebody stops.
#include <functional>

namespace foreshock::cli {

// Blocks SIGINT and SIGTERM for this thread and those that it starts later: call it before any thread exists.
void hold_stop_signals();
// Until one of them comes.
void wait_for_stop_signal();

// From here on SIGINT and SIGTERM call LAST_WORDS, in a thread of its own, and then end the process as they
// do by default: a shell sees 130 or 143. Call it before any thread exists.
void when_stopped(std::function<void()> last_words);

}  // namespace foreshock::cli
