#include "console/change_guard.h"

#include <fmt/format.h>

#include "net/address.h"
#include "wire/text.h"

namespace foreshock::console {
namespace change_guard_impl {

// An address is digits and dots, or stands in brackets.
bool is_this_host(std::string_view authority) {
  if (authority.starts_with('[')) return true;
  const std::string_view host = authority.substr(0, authority.find(':'));
  return wire::equals_ignoring_case(host, "localhost") ||
         (!host.empty() && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

bool brings_json(const net::HttpRequest& request) {
  const std::string_view type = request.headers.find("content-type").value_or("");
  return wire::equals_ignoring_case(wire::trimmed(type.substr(0, type.find(';'))), "application/json");
}

}  // namespace change_guard_impl

Result<void> may_change(const net::HttpRequest& request) {
  using namespace change_guard_impl;
  if (!request.from_this_machine)
    return fail(Code::forbidden, "changes are taken from this machine only",
                "Run the command where Foreshock runs.");
  const std::string_view host = request.headers.find("host").value_or("");
  if (!is_this_host(host))
    return fail(Code::forbidden, fmt::format("changes are not taken for the host '{}'", host),
                "Use the address, or localhost.");
  const auto origin = request.headers.find("origin");
  if (origin && *origin != fmt::format("http://{}", host))
    return fail(Code::forbidden, fmt::format("changes are not taken from a page of '{}'", *origin),
                "Use the console's own page, or the command line.");
  if (!brings_json(request))
    return fail(Code::bad_request, "a change needs the content type application/json",
                "Send JSON, and say so.");
  return {};
}

}  // namespace foreshock::console
