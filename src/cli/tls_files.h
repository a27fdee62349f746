#pragma once
// The certificates and keys that a configuration names.
#include <string>
#include <vector>

#include "cli/config.h"
#include "net/tls_context.h"

namespace foreshock::cli {

// Of the console, whose doubts are logged; plain where there are no files. Errors: bad_config.
Result<net::TlsContext> console_tls(const net::TlsFiles& files);

// Opens all of them; what is doubtful but works. Errors: bad_config, with the place and the file.
Result<std::vector<std::string>> check_tls_files(const Config& config);

}  // namespace foreshock::cli
