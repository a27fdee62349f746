#pragma once
// Answers of ours, to requests that do not become an exchange.
#include <string>

#include "gateway/incoming_request.h"
#include "gateway/own_endpoints.h"

namespace foreshock::gateway {

struct OwnAnswer {
  wire::ResponseHead head;
  std::string body;
};

// In the dialect of that request; REQUEST may be one whose head could not be read.
OwnAnswer refusal_of(const Error& error, const wire::RequestHead& request);
// 202, or what is wrong with it.
OwnAnswer answer_of(const OwnEndpoint& endpoint, Worker& worker, const IncomingRequest& request);

}  // namespace foreshock::gateway
