#pragma once
// Where a command looks for the console of a running service.
#include <string>

namespace CLI {
class App;
}

namespace foreshock::cli {

// --console and --json.
void add_console_options(CLI::App& command, std::string& console, bool& json);

}  // namespace foreshock::cli
