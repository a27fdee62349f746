#include "gateway/health_check.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/shown.h"
#include "engine/adapter.h"
#include "gateway/options.h"

namespace foreshock::gateway {
namespace health_check_impl {

HealthCheck usual_of(std::string_view kind) {
  if (kind == "openai") return {};
  const engine::Adapter* adapter = engine::find_adapter(kind);
  return {true, adapter == nullptr ? std::string() : std::string(adapter->health)};
}

}  // namespace health_check_impl

Result<HealthCheck> health_check_of(const BackendOptions& options) {
  const std::string& health = options.health;
  if (health == "auto") return health_check_impl::usual_of(options.kind);
  if (health == "off") return HealthCheck{};
  if (health == "connect") return HealthCheck{true, {}};
  const bool is_path = health.starts_with('/') && std::all_of(health.begin(), health.end(),
                                                              [](char c) { return c > ' ' && c < '\x7f'; });
  if (is_path) return HealthCheck{true, health};
  return fail(Code::bad_config,
              fmt::format("backend '{}': health is no check: '{}'", shown(options.name), shown(health)),
              "Write auto, off, connect, or a path such as /health.");
}

}  // namespace foreshock::gateway
