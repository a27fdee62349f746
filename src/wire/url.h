#pragma once
// Addresses of backends: http://host:port/base, or unix:/path of a socket.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"

namespace foreshock::wire {

inline constexpr std::string_view unix_scheme = "unix:";

struct Url {
  std::string scheme;  // http, https or unix
  std::string host;    // without brackets; "localhost" of a unix socket
  uint16_t port = 0;
  std::string base;    // path without the slash at its end; empty for the root
  std::string socket;  // the file, of a unix socket

  // host:port as the Host field wants it; the default port is left out.
  std::string authority() const;
  // Where that is, for people: host:port, or unix:/path.
  std::string place() const;
  // As parse_url reads it.
  std::string text() const;
  // The same server, with TARGET in place of the base.
  std::string at(std::string_view target) const;
  // Where a request for TARGET (path and query, as a client sends it) goes: a version segment that the base
  // already ends with
  // (/v1, /api/paas/v4) is not said twice.
  std::string target_for(std::string_view target) const;
};

// "http://host:port/base", "https://…", "unix:/run/engine.sock" or, with a base, "unix:/run/engine.sock:/v1".
// Errors: bad_config, saying what is wrong with it. Credentials in a URL are refused: they would end in logs.
Result<Url> parse_url(std::string_view text);

}  // namespace foreshock::wire
