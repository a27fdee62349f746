#include "cli/audit_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/log.h"

namespace foreshock::cli {

AuditFile::AuditFile(const std::string& file)
    : file_(::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)) {
  if (!file_)
    log::error("cli", fmt::format("the audit log {} cannot be opened, its lines come here: {}", file,
                                  std::strerror(errno)));
}

// One write a line: lines of several writers do not mix.
void AuditFile::append(std::string_view line) {
  const std::string bytes = fmt::format("{}\n", line);
  const bool written =
      file_ && ::write(file_.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  if (!written) log::error("cli", fmt::format("audit: {}", line));
}

}  // namespace foreshock::cli
