#pragma once
// host:port, or unix:/path, as people write it: where a server listens, or where one is found.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace foreshock::net {

struct Address {
  std::string
      host;  // a name, or an IPv4 or IPv6 address without brackets; empty: every address of the machine
  uint16_t port = 0;   // 0: a free one, when listening
  std::string path{};  // of a unix socket, which has neither host nor port
  bool operator==(const Address&) const = default;
};

// "127.0.0.1:8400", "[::1]:8400", "localhost:80", ":8400". The port is never optional. Errors: bad_config.
Result<Address> parse_address(std::string_view text);
// The same, or "unix:/run/foreshock.sock", or a host alone ("::1", "[::1]", "localhost"), which means
// usual_port. Errors: bad_config.
inline constexpr uint16_t usual_port = 8400;
Result<Address> parse_listen_address(std::string_view text);
// Whether HOST is an address, and no name that has to be looked up.
bool is_numeric(std::string_view host);
// The same text that parse_address reads.
std::string to_text(const Address& address);

}  // namespace foreshock::net
