#pragma once
// Addresses of backends: http://host:port/base.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace foreshock::wire {

struct Url {
  std::string scheme;  // http or https
  std::string host;    // without brackets
  uint16_t port = 0;
  std::string base;  // path without the slash at its end; empty for the root

  // host:port as the Host field wants it; the default port is left out.
  std::string authority() const;
  // Where a request for TARGET (path and query, as a client sends it) goes: a version segment that the base
  // already ends with
  // (/v1, /api/paas/v4) is not said twice.
  std::string target_for(std::string_view target) const;
};

// Errors: bad_config, saying what is wrong with it. Credentials in a URL are refused: they would end in logs.
Result<Url> parse_url(std::string_view text);

// A name or value of a query as a browser writes it: %20 and + are spaces; nothing where a % is not followed
// by two hexadecimal digits.
std::optional<std::string> form_decoded(std::string_view text);

// "/path?query" of a target in origin or absolute form (RFC 9112, section 3.2), anything else as it is.
// Errors: bad_request for an absolute one with credentials.
Result<std::string_view> origin_form(std::string_view target);

}  // namespace foreshock::wire
