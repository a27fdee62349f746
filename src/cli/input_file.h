#pragma once
// Files that a user names.
#include <string>
#include <string_view>

#include "core/result.h"

namespace foreshock::cli {

// The text of FILE, which holds WHAT ("story"). HINT mends a wrong path. Errors: bad_config with the path;
// not there, no regular file (folders, devices, pipes), or larger than such a file may be: 1 MiB, of which
// YAML makes up to 250.
Result<std::string> read_input_file(const std::string& file, std::string_view what, std::string hint);

}  // namespace foreshock::cli
