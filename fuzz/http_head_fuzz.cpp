// A request head that is accepted, written out and read again is the same head; none breaks the framing
// rules, and a time to wait is between nothing and a day.
#include "input.h"
#include "wire/http_head.h"
#include "wire/retry_after.h"

namespace foreshock::fuzz {

void read_answer(std::string_view head) {
  const auto answer = wire::parse_response_head(head);
  if (!answer) return;
  static_cast<void>(wire::response_framing(*answer, "GET"));
  static_cast<void>(wire::keeps_alive(answer->headers, answer->minor_version));
  const Duration wait = wire::retry_after(answer->headers, Instant{std::chrono::hours(500'000)});
  FORESHOCK_MUST(wait >= Duration::zero() && wait <= std::chrono::hours(24));
  const std::string once = wire::to_bytes(*answer);
  const auto again = wire::parse_response_head(once);
  FORESHOCK_MUST(again && wire::to_bytes(*again) == once);
}

void read_request(std::string_view head) {
  auto request = wire::parse_request_head(head);
  if (!request) return;
  static_cast<void>(wire::request_framing(*request));
  const std::string once = wire::to_bytes(*request);
  const auto again = wire::parse_request_head(once);
  FORESHOCK_MUST(again && wire::to_bytes(*again) == once);
  FORESHOCK_MUST(wire::head_length(once) && *wire::head_length(once) == once.size());
  wire::strip_hop_by_hop(request->headers);
  FORESHOCK_MUST(request->headers.count("connection") == 0);
  FORESHOCK_MUST(request->headers.count("transfer-encoding") == 0);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto length = wire::head_length(bytes);
  if (!length || !*length) return 0;
  FORESHOCK_MUST(**length <= size);
  fuzz::read_answer(bytes.substr(0, **length));
  fuzz::read_request(bytes.substr(0, **length));
  return 0;
}
