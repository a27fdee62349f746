#include "cli/console_option.h"

#include <CLI/CLI.hpp>

namespace foreshock::cli {

void add_console_options(CLI::App& command, std::string& console, bool& json) {
  command
      .add_option("--console", console,
                  "Where the console listens; where it asks for tokens, one stands in FORESHOCK_ADMIN_TOKEN.")
      ->capture_default_str();
  command.add_flag("--json", json, "Machine-readable output.");
}

}  // namespace foreshock::cli
