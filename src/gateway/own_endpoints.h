#pragma once
// What the gateway takes for itself: these requests go to no backend.
#include <string_view>

#include "core/result.h"
#include "gateway/client_scopes.h"
#include "wire/http_head.h"

namespace foreshock::gateway {

class Worker;

struct OwnEndpoint {
  std::string_view path;
  Scope scope;  // that a key needs for it
  // A POST with BODY, on the worker's thread.
  Result<void> (*take)(Worker& worker, std::string_view body);
};

// The endpoint of that path, whatever its query, or nullptr.
const OwnEndpoint* own_endpoint_of(std::string_view target);
// What a request needs a key for.
Scope scope_of(const wire::RequestHead& head);

}  // namespace foreshock::gateway
