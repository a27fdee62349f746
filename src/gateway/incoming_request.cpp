#include "gateway/incoming_request.h"

#include <fmt/format.h>

#include "gateway/own_endpoints.h"
#include "gateway/worker.h"
#include "wire/host_field.h"
#include "wire/url.h"

namespace foreshock::gateway {
namespace incoming_request_impl {

Error no_room_for_bodies() {
  return Error(Code::overloaded, "there is no room for another request body",
               "Try again, or raise limits.all_bodies.");
}

}  // namespace incoming_request_impl

Result<wire::BodyFraming> IncomingRequest::begin(House& house, wire::RequestHead whole_head) {
  head = std::move(whole_head);
  if (head.method == "CONNECT") return fail(Code::unsupported, "CONNECT is not supported");
  FORESHOCK_CHECK(wire::check_host(head));
  FORESHOCK_TRY(const std::string_view target, wire::origin_form(head.target));
  head.target = std::string(target);
  FORESHOCK_TRY(client, house.keys.admit(head, scope_of(head)));
  FORESHOCK_TRY(const auto framing, wire::request_framing(head));
  const auto limit = static_cast<uint64_t>(house.options.limits.request_body.value);
  if (framing.length > limit)
    return fail(Code::too_large,
                fmt::format("the body has {} bytes, over the limit of {}", framing.length, limit));
  if (!house.bodies.has(static_cast<int64_t>(framing.length)))
    return fail(incoming_request_impl::no_room_for_bodies());
  body = {{}, ByteLease(house.bodies)};
  body.bytes.reserve(framing.length);
  return framing;
}

Result<void> IncomingRequest::take(House& house, std::string_view payload, uint64_t promised) {
  body.bytes.append(payload);
  const auto limit = static_cast<size_t>(house.options.limits.request_body.value);
  if (body.bytes.size() > limit || promised > limit - body.bytes.size())
    return fail(Code::too_large, fmt::format("the body is over the limit of {} bytes", limit));
  if (!body.lease_all()) return fail(incoming_request_impl::no_room_for_bodies());
  return {};
}

}  // namespace foreshock::gateway
