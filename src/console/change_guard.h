#pragma once
// Who may change something through the API.
#include "console/gatekeeper.h"
#include "core/result.h"
#include "net/route.h"

namespace foreshock::console {

// A field of the head: the change_token of a session by cookie.
inline constexpr std::string_view change_token_field = "x-foreshock-change-token";

// An operator, and no page of another site that their browser shows: so the request brings JSON (which no
// foreign form can send), comes from no other page, and, where a cookie tells who it is, has the session's
// change token, which other pages cannot read. Errors: forbidden, bad_request.
Result<void> may_change(const net::HttpRequest& request, const Visitor& visitor);
// What signing in needs of these: it has neither visitor nor token yet.
Result<void> is_own_json(const net::HttpRequest& request);

}  // namespace foreshock::console
