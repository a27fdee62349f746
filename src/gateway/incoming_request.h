#pragma once
// A request on its way in, whatever protocol carries it: what is asked of it before an exchange takes it
// over.
#include <string_view>

#include "core/instant.h"
#include "core/result.h"
#include "gateway/client_keys.h"
#include "gateway/request_body.h"
#include "wire/http_head.h"

namespace foreshock::gateway {

struct House;

struct IncomingRequest {
  wire::RequestHead head;
  RequestBody body;
  Client* client = nullptr;  // who asks, where keys are required
  Instant accepted;

  // Its head is whole; answers how its body is told. Errors: bad_request, unsupported, unauthorized,
  // too_large for a body that is announced as longer than limits.request_body, overloaded where all bodies
  // together leave no room for it.
  Result<wire::BodyFraming> begin(House& house, wire::RequestHead whole_head);
  // Some of its body, of which PROMISED more bytes are known to follow. Errors: too_large, overloaded.
  Result<void> take(House& house, std::string_view payload, uint64_t promised = 0);
};

}  // namespace foreshock::gateway
