#pragma once
// A connection of a client, plain or through TLS, whose every step has a limit.
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "core/result.h"
#include "net/address.h"
#include "net/asio_values.h"
#include "net/io.h"
#include "net/tls_session.h"

namespace foreshock::net {

// A LIMIT of zero is none. Errors: timeout, after which it is closed; cancelled, with its task;
// backend_unreachable from connect, backend_broken from the others.
class ClientSocket {
 public:
  explicit ClientSocket(const Executor& executor);
  ~ClientSocket();  // closes
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;

  // TLS: nullptr for none. The time that a name needs to be resolved is not limited.
  Awaitable<Result<void>> connect(Address address, const TlsContext* tls, Duration limit);
  Awaitable<Result<void>> write(std::string_view bytes, Duration limit);
  // Appends to bytes() what one read gives; 0 when the peer has closed; through TLS that is an orderly end
  // only.
  Awaitable<Result<size_t>> read(Duration limit);

  const std::string& bytes() const { return bytes_; }
  void consume(size_t count) { bytes_.erase(0, count); }
  uint64_t received() const { return received_; }
  // Between two requests: the peer has neither closed nor sent anything.
  bool still_idle();

 private:
  struct Guarded;
  Awaitable<Result<void>> shake_hands(Address address, Duration limit);

  std::shared_ptr<Guarded> guarded_;
  std::array<char, 16 * 1024> block_;
  std::string bytes_;
  uint64_t received_ = 0;
};

}  // namespace foreshock::net
