#include "net/listener.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/stat.h>

#include "net/tcp.h"

namespace foreshock::net {
namespace listener_impl {

void set_flag(const FileDescriptor& socket, int level, int option) {
  const int on = 1;
  setsockopt(socket.get(), level, option, &on, sizeof on);
}

const sockaddr* name_of(const SocketAddress& address) {
  return reinterpret_cast<const sockaddr*>(&address.storage);
}

tl::unexpected<Error> taken(const Address& address) {
  return fail(Code::io,
              fmt::format("the {} is taken by another program: {}", address.path.empty() ? "port" : "socket",
                          to_text(address)),
              address.path.empty() ? "Choose another with --listen or --console, or 0 for a free one."
                                   : "Choose another with --listen.");
}

tl::unexpected<Error> listen_failure(const Address& address) {
  const int error = errno;
  if (error == EADDRINUSE) return taken(address);
  return fail(Code::io, fmt::format("cannot listen: {}: {}", std::strerror(error), to_text(address)),
              address.path.empty()
                  ? "Check that the address belongs to this machine and that the port is allowed."
                  : "Check that its folder is there and that this user may write to it.");
}

FileDescriptor stream_socket(const SocketAddress& address) {
  return FileDescriptor(socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

// Two sockets with SO_REUSEPORT may share a port even across programs of one user: so another program is
// looked for without it.
bool port_is_free(const SocketAddress& address, bool alone) {
  const FileDescriptor probe = stream_socket(address);
  set_flag(probe, SOL_SOCKET, SO_REUSEADDR);
  if (!alone) set_flag(probe, IPPROTO_IPV6, IPV6_V6ONLY);
  return bind(probe.get(), name_of(address), address.size) == 0 || errno != EADDRINUSE;
}

// ALONE: no other family is listened to, so that one of IPv6 may take both.
FileDescriptor bound_socket(const SocketAddress& address, bool alone) {
  FileDescriptor listener = stream_socket(address);
  if (!listener) return listener;
  set_flag(listener, SOL_SOCKET, SO_REUSEADDR);
  set_flag(listener, SOL_SOCKET, SO_REUSEPORT);
  if (!alone) set_flag(listener, IPPROTO_IPV6, IPV6_V6ONLY);
  if (bind(listener.get(), name_of(address), address.size) == 0 && listen(listener.get(), SOMAXCONN) == 0)
    return listener;
  return FileDescriptor();
}

void set_port(SocketAddress& address, uint16_t port) {
  if (address.storage.ss_family == AF_INET6)
    reinterpret_cast<sockaddr_in6&>(address.storage).sin6_port = htons(port);
  else
    reinterpret_cast<sockaddr_in&>(address.storage).sin_port = htons(port);
}

bool is_absent(int error) {
  return error == EAFNOSUPPORT || error == EADDRNOTAVAIL;
}

Result<Listeners> listen_tcp(const Address& address, size_t threads) {
  FORESHOCK_TRY(auto addresses, resolve(address));
  const bool alone = addresses.size() == 1;
  Listeners out;
  out.address = address;
  out.sockets.resize(threads);
  bool any = false;
  for (SocketAddress& one : addresses) {
    set_port(one, out.address.port);
    if (out.address.port != 0 && !port_is_free(one, alone)) return taken(out.address);
    for (auto& sockets : out.sockets) {
      FileDescriptor listener = bound_socket(one, alone);
      const bool last = &one == &addresses.back();
      if (!listener && is_absent(errno) && (any || !last)) break;  // a family that this machine has not
      if (!listener) return listen_failure(out.address);
      if (!std::exchange(any, true)) out.address = local_address(listener);
      set_port(one, out.address.port);
      sockets.push_back(std::move(listener));
    }
  }
  return out;
}

// Nothing stands at PATH, or the socket of a server that is gone, which is removed.
Result<void> make_way(const Address& address, const SocketAddress& name) {
  struct stat found {};
  if (lstat(address.path.c_str(), &found) != 0) return {};
  if (!S_ISSOCK(found.st_mode))
    return fail(Code::io, fmt::format("cannot listen: there is a file that is no socket: {}", address.path),
                "Choose another path, or remove the file.");
  const FileDescriptor probe = stream_socket(name);
  if (connect(probe.get(), name_of(name), name.size) == 0 || errno == EAGAIN) return taken(address);
  if (errno != ECONNREFUSED) return listen_failure(address);
  unlink(address.path.c_str());
  return {};
}

Result<Listeners> listen_unix(const Address& address, size_t threads) {
  constexpr mode_t owner_and_group = 0660;
  FORESHOCK_TRY(const auto names, resolve(address));
  const SocketAddress& name = names.front();
  FORESHOCK_CHECK(make_way(address, name));
  const FileDescriptor listener = stream_socket(name);
  if (!listener || bind(listener.get(), name_of(name), name.size) != 0) return listen_failure(address);
  Listeners out{address, {}, SocketFile(address.path)};
  // Before it listens: until then nobody can connect.
  if (chmod(address.path.c_str(), owner_and_group) != 0 || listen(listener.get(), SOMAXCONN) != 0)
    return listen_failure(address);
  for (size_t i = 0; i < threads; ++i) {
    out.sockets.emplace_back();
    out.sockets.back().push_back(listener.duplicate());
  }
  return out;
}

// 0: there is none.
uint64_t number_of(const std::string& path) {
  struct stat found {};
  return lstat(path.c_str(), &found) == 0 ? found.st_ino : 0;
}

}  // namespace listener_impl

SocketFile::SocketFile(std::string path) : path_(std::move(path)), number_(listener_impl::number_of(path_)) {}

SocketFile& SocketFile::operator=(SocketFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(number_, other.number_);
  return *this;
}

SocketFile::~SocketFile() {
  if (!path_.empty() && listener_impl::number_of(path_) == number_) unlink(path_.c_str());
}

Result<Listeners> Listeners::again() const {
  Listeners out{address, {}, {}};
  for (const auto& of_thread : sockets) {
    out.sockets.emplace_back();
    for (const FileDescriptor& socket : of_thread) {
      out.sockets.back().push_back(socket.duplicate());
      if (!out.sockets.back().back())
        return fail(Code::io, "no descriptor is free for a listener", "Raise the limit (ulimit -n).");
    }
  }
  return out;
}

Listeners take_over(const Address& address, std::vector<FileDescriptor> sockets, size_t threads) {
  Listeners out;
  out.address = address.path.empty() ? local_address(sockets.front()) : address;
  out.sockets.resize(threads);
  for (size_t i = 0; i < sockets.size(); ++i) out.sockets[i % threads].push_back(std::move(sockets[i]));
  return out;
}

Result<Listeners> listen_on(const Address& address, size_t threads) {
  return address.path.empty() ? listener_impl::listen_tcp(address, threads)
                              : listener_impl::listen_unix(address, threads);
}

}  // namespace foreshock::net
