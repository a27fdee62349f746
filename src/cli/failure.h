#pragma once
// How a command says that it cannot.
#include "cli/command.h"
#include "core/error.h"

namespace foreshock::cli {

// bad_input for what the user can mend in command or file, else no.
int exit_code_of(const Error& error);
// Prints ERROR and its hint to stderr, and gives its exit code.
int report_failure(const Error& error);

}  // namespace foreshock::cli
