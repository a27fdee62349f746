#pragma once
// How commands end that somebody stops.
#include <cstdint>
#include <functional>
#include <optional>

#include "core/instant.h"

namespace foreshock::cli {

// Blocks SIGINT and SIGTERM for this thread and those that it starts later: call it before any thread exists.
void hold_stop_signals();
// Until one of them comes.
void wait_for_stop_signal();

enum class Asked : uint8_t { stop, reload, upgrade };
// For a command that reads its configuration again on SIGHUP, and gives its place to a new program on
// SIGUSR2: blocks those too.
void hold_service_signals();
Asked wait_for_service_signal();
// Nothing: none came within TIME.
std::optional<Asked> wait_for_service_signal(Duration time);

// From here on SIGINT and SIGTERM call LAST_WORDS, in a thread of its own, and then end the process as they
// do by default: a shell sees 130 or 143. Call it before any thread exists.
void when_stopped(std::function<void()> last_words);

}  // namespace foreshock::cli
