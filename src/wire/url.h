#pragma once
// Addresses of backends: http://host:port/base, or unix:/path of a socket.
#include <cstdint>
#include <optional>
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

// A name or value of a query as a browser writes it: %20 and + are spaces; nothing where a % is not followed
// by two hexadecimal digits.
std::optional<std::string> form_decoded(std::string_view text);

// TEXT as a name or value of a query, or of a form: all but letters, digits and -._~ as %20.
std::string form_encoded(std::string_view text);

// "/path?query" of a target in origin or absolute form (RFC 9112, section 3.2), anything else as it is.
// Errors: bad_request for an absolute one with credentials.
Result<std::string_view> origin_form(std::string_view target);

}  // namespace foreshock::wire
