#pragma once
// The Host field of a request (RFC 9112, section 3.2).
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "wire/http_head.h"

namespace foreshock::wire {

// "name:port" and "[address]:port" without the port, brackets and a dot at the end, in lower case; nothing
// where it is anything else, as a name with credentials or without characters.
std::optional<std::string> host_of(std::string_view authority);

// One Host field, where HTTP/1.1 needs it, which is a host[:port] or empty: a unix socket has no name.
// Errors: bad_request.
Result<void> check_host(const RequestHead& head);

}  // namespace foreshock::wire
