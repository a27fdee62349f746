#pragma once
// What the gateway takes for itself: these requests go to no backend.
#include <string_view>

#include "core/result.h"

namespace foreshock::gateway {

class Worker;

struct OwnEndpoint {
  std::string_view path;
  // A POST with BODY, on the worker's thread.
  Result<void> (*take)(Worker& worker, std::string_view body);
};

// The endpoint of that path, or nullptr.
const OwnEndpoint* own_endpoint_of(std::string_view path);

}  // namespace foreshock::gateway
