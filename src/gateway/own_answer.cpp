#include "gateway/own_answer.h"

#include <fmt/format.h>

#include "gateway/error_reply.h"
#include "wire/text.h"

namespace foreshock::gateway {
namespace own_answer_impl {

constexpr std::string_view retry_after = "1";  // second

OwnAnswer made(int status, std::string body, std::string_view decision) {
  OwnAnswer answer;
  answer.head.status = status;
  answer.head.headers.add("Content-Type", "application/json");
  answer.head.headers.add("Content-Length", fmt::to_string(body.size()));
  if (status == 429 || status == 503) answer.head.headers.add("Retry-After", retry_after);
  answer.head.headers.add("x-foreshock-decision", decision);
  answer.body = std::move(body);
  return answer;
}

// A page of another site can send plain text and forms here, but JSON only when it is allowed to.
bool may_be_json(const wire::Headers& headers) {
  const auto type = headers.find("content-type");
  return !type || wire::lowered(*type).starts_with("application/json");
}

// It counts as a request of the key.
Result<void> use_allowance(Worker& worker, Client* client) {
  if (client == nullptr) return {};
  const Instant now = worker.reactor().now();
  if (client->allowance.admit(now)) return fail(mitigate::used_up());
  client->allowance.ended(0, now);
  return {};
}

Result<void> take(const OwnEndpoint& endpoint, Worker& worker, const IncomingRequest& request) {
  FORESHOCK_CHECK(use_allowance(worker, request.client));
  if (request.head.method != "POST")
    return fail(Code::method_not_allowed, fmt::format("{} takes POST alone", endpoint.path));
  if (!may_be_json(request.head.headers))
    return fail(Code::bad_request, fmt::format("{} takes JSON alone", endpoint.path),
                "Send it with the content type application/json.");
  return endpoint.take(worker, request.body.bytes);
}

}  // namespace own_answer_impl

OwnAnswer refusal_of(const Error& error, const wire::RequestHead& request) {
  return own_answer_impl::made(row_of(error.code()).http_status,
                               error_body(wire::error_dialect(request), error), "refused");
}

OwnAnswer answer_of(const OwnEndpoint& endpoint, Worker& worker, const IncomingRequest& request) {
  const auto taken = own_answer_impl::take(endpoint, worker, request);
  if (!taken) return refusal_of(taken.error(), request.head);
  return own_answer_impl::made(202, "{\"accepted\":true}", "own");
}

}  // namespace foreshock::gateway
