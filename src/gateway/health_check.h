#pragma once
// What a health check asks of a backend.
#include <string>

#include "core/result.h"

namespace foreshock::gateway {

struct BackendOptions;

struct HealthCheck {
  bool made = false;
  std::string path;  // empty: that it takes a connection is enough
};

// As BackendOptions::health says: auto by the kind of engine (none for openai: what others host), off,
// connect, or a path. Errors: bad_config.
Result<HealthCheck> health_check_of(const BackendOptions& options);

}  // namespace foreshock::gateway
