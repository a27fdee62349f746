// A request head that is accepted, written out and read again is the same head; none breaks the framing
// rules.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "wire/http_head.h"

namespace wire = foreshock::wire;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto length = wire::head_length(bytes);
  if (!length || !*length) return 0;
  if (const auto answer = wire::parse_response_head(bytes.substr(0, **length)))
    static_cast<void>(wire::response_framing(*answer, "GET"));
  auto request = wire::parse_request_head(bytes.substr(0, **length));
  if (!request) return 0;
  static_cast<void>(wire::request_framing(*request));
  const std::string once = wire::to_bytes(*request);
  const auto again = wire::parse_request_head(once);
  if (!again || wire::to_bytes(*again) != once) std::abort();
  wire::strip_hop_by_hop(request->headers);
  if (request->headers.count("connection") != 0) std::abort();
  return 0;
}
