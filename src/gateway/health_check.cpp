#include "gateway/health_check.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "core/shown.h"
#include "gateway/options.h"

namespace foreshock::gateway {
namespace health_check_impl {

struct KindRow {
  std::string_view kind, path;
};
constexpr std::array kinds = {
    KindRow{"vllm", "/health"}, KindRow{"sglang", "/health"}, KindRow{"llama_cpp", "/health"},
    KindRow{"ollama", "/"},     KindRow{"tgi", "/health"},    KindRow{"trtllm", "/health"},
};

HealthCheck usual_of(std::string_view kind) {
  if (kind == "openai") return {};
  const auto row =
      std::find_if(kinds.begin(), kinds.end(), [&](const KindRow& one) { return one.kind == kind; });
  return {true, row == kinds.end() ? std::string() : std::string(row->path)};
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
