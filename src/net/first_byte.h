#pragma once
// What the first byte of a client tells: whether it speaks what the port does. A record of TLS begins with
// 22, a request with its method.
#include <string_view>

#include "core/error.h"

namespace foreshock::net {

constexpr bool begins_tls(std::string_view bytes) {
  return bytes.starts_with(22);
}
// Nothing is read.
bool begins_http(int socket);

// What such a client is told: bad_request.
Error takes_tls_alone();
Error takes_plain_http_alone();

}  // namespace foreshock::net
