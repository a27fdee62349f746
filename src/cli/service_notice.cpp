#include "cli/service_notice.h"

#include <chrono>
#include <cstddef>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "core/file_descriptor.h"

namespace foreshock::cli {

void tell_service_manager(std::string_view state) {
  const char* given = std::getenv("NOTIFY_SOCKET");
  const std::string_view path = given == nullptr ? std::string_view() : given;
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (path.empty() || path.size() > sizeof name.sun_path) return;
  path.copy(name.sun_path, path.size());
  if (path.front() == '@') name.sun_path[0] = 0;  // of the abstract namespace
  const FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  (void)sendto(socket.get(), state.data(), state.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&name), size);
}

std::string reloading_notice() {
  const auto since_boot = std::chrono::steady_clock::now().time_since_epoch();
  return fmt::format("RELOADING=1\nMONOTONIC_USEC={}",
                     std::chrono::duration_cast<std::chrono::microseconds>(since_boot).count());
}

}  // namespace foreshock::cli
