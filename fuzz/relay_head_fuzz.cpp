// What the gateway makes of the heads of clients and backends is a head that a strict reader takes, framed
// as the gateway frames it, and without a field that must stay behind.
#include "gateway/answer_head.h"
#include "input.h"

namespace foreshock::fuzz {

void to_backend(const wire::RequestHead& head, size_t body_size) {
  const std::string bytes = gateway::backend_head(head, "/v1/x", "host:1", "ours", true, body_size);
  FORESHOCK_MUST(bytes.find("\r\n\r\n") == bytes.size() - 4);
  const auto sent = wire::parse_request_head(bytes, {64 * 1024, 400});
  FORESHOCK_MUST(sent && sent->target == "/v1/x" && sent->method == head.method);
  const auto framing = wire::request_framing(*sent);
  FORESHOCK_MUST(framing && framing->kind != wire::BodyFraming::Kind::chunked &&
                 framing->length == body_size);
  FORESHOCK_MUST(sent->headers.count("authorization") == 1 &&
                 sent->headers.find("authorization") == "Bearer ours");
  for (const char* name :
       {"x-api-key", "cookie", "connection", "te", "upgrade", "expect", "transfer-encoding"})
    FORESHOCK_MUST(sent->headers.count(name) == 0);
  FORESHOCK_MUST(sent->headers.count("host") == 1 && sent->headers.count("content-length") <= 1);
}

void to_client(const wire::ResponseHead& head, int client_minor_version) {
  static const gateway::PassedFields passed("x-extra,x-ratelimit-*");
  const auto framing = wire::response_framing(head, "POST");
  if (!framing) return;
  const gateway::Relay relay = gateway::relay_for(*framing, client_minor_version >= 1);
  const std::string bytes =
      wire::to_bytes(gateway::client_head(head, *framing, relay, passed, {"id", "why", true, true}));
  FORESHOCK_MUST(bytes.find("\r\n\r\n") == bytes.size() - 4);
  const auto sent = wire::parse_response_head(bytes, {64 * 1024, 400});
  FORESHOCK_MUST(sent && sent->status == head.status);
  const auto told = wire::response_framing(*sent, "POST");
  FORESHOCK_MUST(told.has_value());
  if (relay == gateway::Relay::chunked) FORESHOCK_MUST(told->kind == wire::BodyFraming::Kind::chunked);
  if (relay == gateway::Relay::raw)
    FORESHOCK_MUST(told->kind == framing->kind && told->length == framing->length);
  if (relay == gateway::Relay::payload && head.status >= 200 && head.status != 204 && head.status != 304)
    FORESHOCK_MUST(told->kind == wire::BodyFraming::Kind::until_close);
  FORESHOCK_MUST(sent->headers.count("set-cookie") == 0 && sent->headers.count("authorization") == 0);
}

}  // namespace foreshock::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace foreshock;
  fuzz::Input input(data, size);
  const size_t body_size = input.number(2);
  const int minor = input.choice(2) == 0 ? 0 : 1;
  const auto length = wire::head_length(input.rest());
  if (!length || !*length) return 0;
  const std::string_view head = input.rest().substr(0, **length);
  if (const auto request = wire::parse_request_head(head)) fuzz::to_backend(*request, body_size);
  if (const auto answer = wire::parse_response_head(head)) fuzz::to_client(*answer, minor);
  return 0;
}
