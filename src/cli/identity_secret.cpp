#include "cli/identity_secret.h"

#include <cerrno>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/file_descriptor.h"
#include "core/log.h"

namespace foreshock::cli {
namespace identity_secret_impl {

std::optional<gateway::HashKey> read(const std::string& file) {
  const FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  gateway::HashKey secret;
  const bool whole = opened && ::read(opened.get(), &secret, sizeof secret) == sizeof secret;
  return whole ? std::optional(secret) : std::nullopt;
}

bool write(const std::string& file, const gateway::HashKey& secret) {
  const FileDescriptor opened(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  return opened && ::write(opened.get(), &secret, sizeof secret) == sizeof secret;
}

}  // namespace identity_secret_impl

gateway::HashKey identity_secret(const std::string& file) {
  if (const auto known = identity_secret_impl::read(file)) return *known;
  const auto fresh = gateway::HashKey::random();
  if (!identity_secret_impl::write(file, fresh))
    log::warn("cli", fmt::format("{} cannot be written, so clients get other names with each start: {}", file,
                                 std::strerror(errno)));
  return fresh;
}

}  // namespace foreshock::cli
