#include "console/host_guard.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/shown.h"
#include "net/address.h"
#include "wire/host_field.h"
#include "wire/text.h"

namespace foreshock::console {

bool is_loopback_host(std::string_view host) {
  if (wire::equals_ignoring_case(host, "localhost") || host == "::1") return true;
  return host.starts_with("127.") && net::is_numeric(host);
}

HostGuard::HostGuard(const ConsoleOptions& options) {
  const std::string bound = net::parse_address(options.listen).value_or(net::Address{"localhost", 0}).host;
  every_address_ = bound.empty() || bound == "0.0.0.0" || bound == "::";
  names_.push_back(wire::lowered(bound));
  for (const std::string_view name : wire::split(options.hosts, ','))
    if (const std::string_view bare = wire::trimmed(name); !bare.empty())
      names_.push_back(wire::host_of(bare).value_or(wire::lowered(bare)));
}

bool HostGuard::admits(std::string_view host) const {
  if (is_loopback_host(host) || (every_address_ && net::is_numeric(host))) return true;
  return std::find(names_.begin(), names_.end(), host) != names_.end();
}

Result<void> HostGuard::check(const net::HttpRequest& request) const {
  const std::string_view authority = request.headers.find("host").value_or("");
  const auto host = wire::host_of(authority);
  if (!host)
    return fail(Code::bad_request, fmt::format("the Host field is no host[:port]: '{}'", shown(authority)),
                "Ask for the console by its address, as http://127.0.0.1:8401.");
  if (admits(*host)) return {};
  return fail(Code::forbidden, fmt::format("the console is not served as '{}'", shown(*host)),
              "Use its address, or add the name to console.hosts.");
}

Result<void> check_origin(const net::HttpRequest& request) {
  const std::string_view host = request.headers.find("host").value_or("");
  if (const auto origin = request.headers.find("origin")) {
    const size_t scheme_end = origin->find("://");
    const bool is_own = scheme_end != std::string_view::npos && !host.empty() &&
                        wire::equals_ignoring_case(origin->substr(scheme_end + 3), host);
    if (is_own) return {};
    return fail(Code::forbidden, fmt::format("changes are not taken from a page of '{}'", shown(*origin)),
                "Use the console's own page, or the command line.");
  }
  const std::string_view site = request.headers.find("sec-fetch-site").value_or("none");
  if (site == "same-origin" || site == "none") return {};
  return fail(Code::forbidden, "changes are not taken from another page",
              "Use the console's own page, or the command line.");
}

}  // namespace foreshock::console
