#pragma once
// foreshock engine list and act: the engines behind a running service.
#include <functional>

#include "cli/command.h"

namespace foreshock::cli {

// Adds both to ENGINE.
void add_engine_acts(CLI::App& engine, Run& run);

}  // namespace foreshock::cli
