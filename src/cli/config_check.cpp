// What can only be judged of the whole configuration, and of each backend.
#include <algorithm>
#include <array>
#include <unordered_set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/config.h"
#include "core/catalog.h"
#include "core/shown.h"
#include "engine/adapter.h"
#include "gateway/health_check.h"
#include "net/address.h"
#include "wire/text.h"
#include "wire/url.h"

namespace foreshock::cli {
namespace config_check_impl {

// What a backend may be: auto, a service for hire, or an engine that is known.
std::vector<std::string_view> engine_kinds() {
  std::vector<std::string_view> kinds = {"auto", "openai"};
  for (const engine::Adapter* adapter : engine::adapters())
    if (!adapter->signs.empty()) kinds.push_back(adapter->name);
  return kinds;
}

bool is_name_in_fields(std::string_view name) {
  return escaped(name) == name && name.find_first_of(";,\"") == std::string_view::npos;
}

// Whether a request to BACKEND would come back: the same port, and this machine by any of its usual names.
bool leads_to(const gateway::BackendOptions& backend, const std::string& listen) {
  constexpr std::array<std::string_view, 6> here = {"", "localhost", "127.0.0.1", "0.0.0.0", "::1", "::"};
  const auto is_here = [&](std::string_view host) {
    return std::find(here.begin(), here.end(), host) != here.end();
  };
  const auto url = wire::parse_url(backend.url);
  const auto address = net::parse_listen_address(listen);
  if (!url || !address) return false;
  if (!url->socket.empty() || !address->path.empty()) return url->socket == address->path;
  const bool same_host = url->host == address->host || (is_here(url->host) && is_here(address->host));
  return address->port != 0 && url->port == address->port && same_host;
}

// Names of fields with commas between them; * at the end of one stands for whatever follows.
Result<void> check_field_names(std::string_view list) {
  for (const std::string_view part : wire::split(list, ',')) {
    std::string_view name = wire::trimmed(part);
    if (name.ends_with('*')) name.remove_suffix(1);
    const bool good = std::all_of(name.begin(), name.end(), [](char c) {
      return wire::is_alphanumeric(c) || std::string_view("!#$%&'+-.^_`|~").find(c) != std::string_view::npos;
    });
    if (!good)
      return fail(Code::bad_config, fmt::format("response_headers: '{}' is no name of a field", shown(part)),
                  "Write names with commas between them, as x-mine, x-mine-*.");
  }
  return {};
}

Result<void> check_place(const gateway::BackendOptions& backend, const Config& config) {
  for (const auto& [what, listen] :
       {std::pair("gateway", config.gateway.listen), std::pair("console", config.console.listen)})
    if (leads_to(backend, listen))
      return fail(Code::bad_config,
                  fmt::format("backend '{}': its url is that of the {} itself", shown(backend.name), what),
                  "Give the address of the engine.");
  return {};
}

Result<void> check_address(std::string_view key, const std::string& text) {
  const auto address = key == "listen" ? net::parse_listen_address(text) : net::parse_address(text);
  if (!address) return fail(address.error().at(key));
  return {};
}

Result<void> check_backend(const gateway::BackendOptions& backend, std::unordered_set<std::string>& names) {
  const std::string where = fmt::format("backend '{}'", shown(backend.name));
  const auto url = wire::parse_url(backend.url);
  if (!url) return fail(url.error().at(where));
  FORESHOCK_CHECK(gateway::health_check_of(backend));
  if (std::any_of(backend.api_key.begin(), backend.api_key.end(),
                  [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    return fail(Code::bad_config, fmt::format("{}: api_key holds a control character", where),
                "Write the key in one line.");
  const auto kinds = engine_kinds();
  if (std::find(kinds.begin(), kinds.end(), backend.kind) == kinds.end())
    return fail(Code::bad_config,
                fmt::format("{}: unknown kind '{}'.{}", where, shown(backend.kind),
                            did_you_mean(backend.kind, kinds)),
                fmt::format("One of: {}.", fmt::join(kinds, ", ")));
  if (!is_name_in_fields(backend.name))
    return fail(Code::bad_config, fmt::format("{}: its name cannot stand in a field of a head", where),
                "Leave out semicolons, commas, quotes and control characters.");
  if (!names.insert(backend.name).second)
    return fail(Code::bad_config, fmt::format("two backends have the name '{}'", shown(backend.name)),
                "Give each its own name.");
  return {};
}

}  // namespace config_check_impl

Result<void> check_config(const Config& config) {
  FORESHOCK_CHECK(config_check_impl::check_address("listen", config.gateway.listen));
  FORESHOCK_CHECK(console::check_console(config.console));
  FORESHOCK_CHECK(config_check_impl::check_field_names(config.gateway.response_headers));
  std::unordered_set<std::string> names;
  for (const auto& backend : config.gateway.backends) {
    FORESHOCK_CHECK(config_check_impl::check_backend(backend, names));
    FORESHOCK_CHECK(config_check_impl::check_place(backend, config));
  }
  const auto listen = net::parse_listen_address(config.gateway.listen);
  const auto console = net::parse_address(config.console.listen);
  if (listen && console && listen->port != 0 && *listen == *console)
    return fail(Code::bad_config, fmt::format("gateway and console both listen on {}", config.console.listen),
                "Give the console a port of its own, as 8401.");
  return {};
}

}  // namespace foreshock::cli
