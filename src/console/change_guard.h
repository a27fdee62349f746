#pragma once
// Who may change something through the API.
#include "core/result.h"
#include "net/route.h"

namespace foreshock::console {

// Until there are roles: whoever sits at this machine, but no page of another site that their browser shows.
// So the request comes over loopback, names this host by address or as localhost (a name could be one that
// was made to point here), brings JSON (which no foreign form can send), and has no Origin but its own.
// Errors: forbidden, bad_request.
Result<void> may_change(const net::HttpRequest& request);

}  // namespace foreshock::console
