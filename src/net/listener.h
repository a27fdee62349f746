#pragma once
// Where a server of the data plane listens.
#include <string>
#include <utility>
#include <vector>

#include "core/file_descriptor.h"
#include "core/result.h"
#include "net/address.h"

namespace foreshock::net {

// The file of a unix socket, gone at the end; but never one that somebody else has put there since.
class SocketFile {
 public:
  SocketFile() = default;
  explicit SocketFile(std::string path);
  SocketFile(SocketFile&& other) noexcept : path_(std::exchange(other.path_, {})), number_(other.number_) {}
  SocketFile& operator=(SocketFile&& other) noexcept;
  ~SocketFile();

  // It stays: another server has it now.
  void release() { path_.clear(); }

 private:
  std::string path_;
  uint64_t number_ = 0;  // of the file
};

struct Listeners {
  Address address;                                   // the first, with the port that was taken
  std::vector<std::vector<FileDescriptor>> sockets;  // one list a thread
  SocketFile file;

  // The same sockets by other numbers; the file stays with this one. Errors: io, where no descriptor is free.
  Result<Listeners> again() const;
};

// A TCP port is listened to on every address that the host has (localhost: of IPv4 and IPv6), each thread
// with a socket of its own (SO_REUSEPORT); a unix socket is one that all threads share, for its owner and its
// group (mode 0660). A file that a former server left is replaced. Errors: io, where another program has it;
// backend_unreachable for an unknown host; bad_config.
Result<Listeners> listen_on(const Address& address, size_t threads);
// With SOCKETS that another program has listened with at ADDRESS, shared out among the threads. The file of a
// unix socket is nobody's until somebody makes a SocketFile of it.
Listeners take_over(const Address& address, std::vector<FileDescriptor> sockets, size_t threads);

}  // namespace foreshock::net
