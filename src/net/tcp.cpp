#include "net/tcp.h"

#include <cerrno>
#include <cstring>
#include <memory>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/tcp.h>

namespace foreshock::net {
namespace tcp_impl {

void set_flag(int descriptor, int level, int option) {
  const int on = 1;
  setsockopt(descriptor, level, option, &on, sizeof on);
}

tl::unexpected<Error> listen_failure(const Address& address) {
  const int error = errno;
  if (error == EADDRINUSE)
    return fail(Code::io, fmt::format("the port is taken by another program: {}", to_text(address)),
                "Choose another with --listen or --console, or 0 for a free one.");
  return fail(Code::io, fmt::format("cannot listen: {}: {}", std::strerror(error), to_text(address)),
              "Check that the address belongs to this machine and that the port is allowed.");
}

// Two sockets with SO_REUSEPORT may share a port even across programs of one user: so another program is
// looked for without it.
bool port_is_free(const SocketAddress& address) {
  const FileDescriptor probe(socket(address.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  set_flag(probe.get(), SOL_SOCKET, SO_REUSEADDR);
  return bind(probe.get(), reinterpret_cast<const sockaddr*>(&address.storage), address.size) == 0;
}

}  // namespace tcp_impl

Result<std::vector<SocketAddress>> resolve(const Address& address) {
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
  return out;
}

Result<FileDescriptor> listen_tcp(const Address& address, bool exclusive) {
  FORESHOCK_TRY(const auto addresses, resolve(address));
  const SocketAddress& bound = addresses.front();
  if (exclusive && address.port != 0 && !tcp_impl::port_is_free(bound))
    return tcp_impl::listen_failure(address);
  FileDescriptor listener(socket(bound.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  tcp_impl::set_flag(listener.get(), SOL_SOCKET, SO_REUSEADDR);
  tcp_impl::set_flag(listener.get(), SOL_SOCKET, SO_REUSEPORT);
  if (!listener || bind(listener.get(), reinterpret_cast<const sockaddr*>(&bound.storage), bound.size) != 0 ||
      listen(listener.get(), SOMAXCONN) != 0)
    return tcp_impl::listen_failure(address);
  return listener;
}

Address local_address(const FileDescriptor& socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  getsockname(socket.get(), reinterpret_cast<sockaddr*>(&storage), &size);
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

FileDescriptor accept_tcp(const FileDescriptor& listener) {
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
