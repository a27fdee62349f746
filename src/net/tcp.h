#pragma once
// Non-blocking stream sockets for the reactor: TCP, and unix sockets.
#include <vector>

#include <sys/socket.h>

#include "core/file_descriptor.h"
#include "core/result.h"
#include "net/address.h"

namespace foreshock::net {

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;
};

// In the order of the resolver, but the families of IP in turn (RFC 8305, section 4). Blocks on the resolver.
// Errors: backend_unreachable, naming the host; bad_config for a path that is too long for a unix socket.
Result<std::vector<SocketAddress>> resolve(const Address& address);

Address local_address(const FileDescriptor& socket);

// The next waiting connection, non-blocking and without delay; empty when none waits.
FileDescriptor accept_from(const FileDescriptor& listener);
// Begins to connect; the socket becomes writable when it is done, and connect_error() tells how.
FileDescriptor start_connect(const SocketAddress& address);
// 0, or the errno of the connection.
int connect_error(int socket);

}  // namespace foreshock::net
