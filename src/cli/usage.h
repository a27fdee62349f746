#pragma once
// What is wrong with a command line of which no command could be made.
#include <optional>

#include "core/error.h"

namespace CLI {
class App;
}

namespace foreshock::cli {

// bad_usage with the nearest command, or the commands that may stand there; nothing where APP, which failed
// to parse, did find its command.
std::optional<Error> usage_error(CLI::App& app);

}  // namespace foreshock::cli
