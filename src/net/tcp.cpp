#include "net/tcp.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/un.h>

namespace foreshock::net {
namespace tcp_impl {

void set_flag(int descriptor, int level, int option) {
  const int on = 1;
  setsockopt(descriptor, level, option, &on, sizeof on);
}

Result<std::vector<SocketAddress>> unix_address(const std::string& path) {
  SocketAddress address;
  auto& name = reinterpret_cast<sockaddr_un&>(address.storage);
  if (path.size() >= sizeof name.sun_path)
    return fail(Code::bad_config,
                fmt::format("the path of a socket may have {} bytes: {}", sizeof name.sun_path - 1, path));
  name.sun_family = AF_UNIX;
  path.copy(name.sun_path, path.size());
  address.size = sizeof name;
  return std::vector{address};
}

std::vector<SocketAddress> families_in_turn(const std::vector<SocketAddress>& addresses) {
  std::vector<SocketAddress> first, second, out;
  for (const SocketAddress& one : addresses)
    (one.storage.ss_family == addresses.front().storage.ss_family ? first : second).push_back(one);
  for (size_t i = 0; i < std::max(first.size(), second.size()); ++i)
    for (const auto* family : {&first, &second})
      if (i < family->size()) out.push_back((*family)[i]);
  return out;
}

}  // namespace tcp_impl

Result<std::vector<SocketAddress>> resolve(const Address& address) {
  if (!address.path.empty()) return tcp_impl::unix_address(address.path);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | (address.host.empty() ? AI_PASSIVE : 0);
  addrinfo* found = nullptr;
  const int error = getaddrinfo(address.host.empty() ? nullptr : address.host.c_str(),
                                fmt::to_string(address.port).c_str(), &hints, &found);
  if (error != 0)
    return fail(Code::backend_unreachable,
                fmt::format("the host is not known: {}: {}", gai_strerror(error), address.host));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, &freeaddrinfo);
  std::vector<SocketAddress> out;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    SocketAddress socket_address;
    std::memcpy(&socket_address.storage, one->ai_addr, one->ai_addrlen);
    socket_address.size = one->ai_addrlen;
    out.push_back(socket_address);
  }
  return tcp_impl::families_in_turn(out);
}

Address local_address(const FileDescriptor& socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  getsockname(socket.get(), reinterpret_cast<sockaddr*>(&storage), &size);
  if (storage.ss_family == AF_UNIX)
    return Address{"", 0, reinterpret_cast<const sockaddr_un&>(storage).sun_path};
  char host[INET6_ADDRSTRLEN] = {};
  if (storage.ss_family == AF_INET6) {
    const auto& ipv6 = reinterpret_cast<const sockaddr_in6&>(storage);
    inet_ntop(AF_INET6, &ipv6.sin6_addr, host, sizeof host);
    return Address{host, ntohs(ipv6.sin6_port)};
  }
  const auto& ipv4 = reinterpret_cast<const sockaddr_in&>(storage);
  inet_ntop(AF_INET, &ipv4.sin_addr, host, sizeof host);
  return Address{host, ntohs(ipv4.sin_port)};
}

FileDescriptor accept_from(const FileDescriptor& listener) {
  FileDescriptor accepted(accept4(listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (accepted) tcp_impl::set_flag(accepted.get(), IPPROTO_TCP, TCP_NODELAY);
  return accepted;
}

FileDescriptor start_connect(const SocketAddress& address) {
  FileDescriptor connecting(socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!connecting) return connecting;
  tcp_impl::set_flag(connecting.get(), IPPROTO_TCP, TCP_NODELAY);
  if (connect(connecting.get(), reinterpret_cast<const sockaddr*>(&address.storage), address.size) != 0 &&
      errno != EINPROGRESS)
    return FileDescriptor();
  return connecting;
}

int connect_error(int socket) {
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

}  // namespace foreshock::net
