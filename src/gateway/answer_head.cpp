#include "gateway/answer_head.h"

#include <fmt/format.h>

#include "gateway/credentials.h"

namespace foreshock::gateway {
namespace answer_head_impl {

// Said anew, whatever the backend's Connection field named: what the body is must never depend on a field
// that was stripped.
void set_framing(wire::ResponseHead& head, wire::BodyFraming framing, Relay relay) {
  if (relay == Relay::payload || head.status == 204) return head.headers.remove("content-length");
  if (relay == Relay::chunked || framing.kind == wire::BodyFraming::Kind::chunked)
    head.headers.set("Transfer-Encoding", "chunked");
  else if (framing.kind == wire::BodyFraming::Kind::length)
    head.headers.set("Content-Length", fmt::to_string(framing.length));
  else if (!head.headers.find("content-length") && head.status != 304)
    head.headers.add("Content-Length", "0");
}

}  // namespace answer_head_impl

Relay relay_for(wire::BodyFraming framing, bool client_takes_chunks) {
  using Kind = wire::BodyFraming::Kind;
  if (framing.kind == Kind::length || framing.kind == Kind::none) return Relay::raw;
  if (!client_takes_chunks) return Relay::payload;
  return framing.kind == Kind::chunked ? Relay::raw : Relay::chunked;
}

wire::ResponseHead client_head(wire::ResponseHead upstream, wire::BodyFraming framing, Relay relay,
                               const PassedFields& passed, const AnswerMarks& marks) {
  wire::ResponseHead head = std::move(upstream);
  head.minor_version = 1;
  head.reason.clear();  // the usual one is said
  wire::strip_hop_by_hop(head.headers);
  head.headers.keep_if([&passed](std::string_view name) { return passed.admits(name); });
  answer_head_impl::set_framing(head, framing, relay);
  if (marks.stream) {
    if (!head.headers.find("cache-control")) head.headers.add("Cache-Control", "no-cache, no-transform");
    head.headers.set("X-Accel-Buffering", "no");
  }
  if (!marks.keep_alive) head.headers.add("Connection", "close");
  head.headers.set("x-foreshock-decision", marks.decision);
  head.headers.set("x-foreshock-id", marks.observation);
  return head;
}

std::string backend_head(wire::RequestHead head, std::string target, std::string_view authority,
                         std::string_view api_key, bool keys_are_ours, size_t body_size) {
  head.target = std::move(target);
  head.minor_version = 1;
  wire::strip_hop_by_hop(head.headers);
  head.headers.remove("expect");
  head.headers.set("Host", authority);
  head.headers.set("Accept-Encoding", "identity");
  if (!api_key.empty() || keys_are_ours) (void)strip_credentials(head, {});
  if (!api_key.empty()) head.headers.add("Authorization", fmt::format("Bearer {}", api_key));
  const bool had_length = head.headers.find("content-length").has_value();
  head.headers.remove("content-length");
  if (body_size > 0 || had_length || head.method == "POST")
    head.headers.add("Content-Length", fmt::to_string(body_size));
  return wire::to_bytes(head);
}

}  // namespace foreshock::gateway
