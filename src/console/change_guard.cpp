#include "console/change_guard.h"

#include <fmt/format.h>

#include "wire/text.h"

namespace foreshock::console {
namespace change_guard_impl {

bool brings_json(const net::HttpRequest& request) {
  const std::string_view type = request.headers.find("content-type").value_or("");
  return wire::equals_ignoring_case(wire::trimmed(type.substr(0, type.find(';'))), "application/json");
}

}  // namespace change_guard_impl

Result<void> is_own_json(const net::HttpRequest& request) {
  FORESHOCK_CHECK(check_origin(request));
  if (change_guard_impl::brings_json(request)) return {};
  return fail(Code::bad_request, "a change needs the content type application/json",
              "Send JSON, and say so.");
}

Result<void> may_change(const net::HttpRequest& request, const Visitor& visitor) {
  FORESHOCK_CHECK(is_own_json(request));
  if (visitor.role != Role::operator_)
    return fail(Code::forbidden,
                fmt::format("'{}' is a {} and may only look", visitor.who, name_of(visitor.role)),
                "An operator may act: a token with role: operator in console.admin_tokens.");
  if (visitor.change_token.empty() ||
      request.headers.find(change_token_field).value_or("") == visitor.change_token)
    return {};
  return fail(Code::forbidden, fmt::format("the change has not the session's {}", change_token_field),
              "Load the page again.");
}

}  // namespace foreshock::console
