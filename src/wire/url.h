#pragma once
// Addresses of backends: http://host:port/base.
#include <cstdint>
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

}  // namespace foreshock::wire
