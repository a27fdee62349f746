#pragma once
// How a command says that it cannot.
#include "cli/command.h"
#include "core/error.h"

namespace foreshock::cli {

// Prints ERROR and its hint to stderr. The exit code: bad_input for what the user can mend in command or
// file, else no.
int report_failure(const Error& error);

}  // namespace foreshock::cli
