#include "cli/audit_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "core/log.h"

namespace foreshock::cli {
namespace audit_file_impl {

constexpr size_t lines_held = 1000;
constexpr std::streamoff bytes_read = 512 * 1024;  // of the end of the file, at the start

// The whole lines at the end of FILE, oldest first, that are JSON: a full disk may have cut one.
std::vector<std::string> last_lines(const std::string& file) {
  std::ifstream stream(file, std::ios::ate | std::ios::binary);
  std::vector<std::string> lines;
  if (!stream) return lines;
  const std::streamoff size = stream.tellg();
  stream.seekg(std::max<std::streamoff>(0, size - bytes_read));
  for (std::string line; std::getline(stream, line);)
    if (nlohmann::json::accept(line)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace audit_file_impl

AuditFile::AuditFile(const std::string& file)
    : file_(::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)) {
  for (const std::string& line : audit_file_impl::last_lines(file)) hold(line);
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
  hold(line);
}

void AuditFile::hold(std::string_view line) {
  const std::lock_guard lock(mutex_);
  held_.emplace_back(line);
  if (held_.size() > audit_file_impl::lines_held) held_.pop_front();
}

std::vector<std::string> AuditFile::newest(size_t limit) const {
  const std::lock_guard lock(mutex_);
  const auto count = static_cast<std::ptrdiff_t>(std::min(limit, held_.size()));
  return {held_.rbegin(), held_.rbegin() + count};
}

}  // namespace foreshock::cli
