#pragma once
// POST /v1/events: what happened around the service.
#include <string_view>

#include "core/event.h"
#include "core/result.h"

namespace foreshock::gateway {

inline constexpr std::string_view events_path = "/v1/events";

// {"kind", "at", "until", "text", "scope": {"replica": "a"}}: all but the kind may be left out; it is then of
// NOW and touches everything. Errors: bad_request, with what was expected.
Result<Event> read_event(std::string_view body, Instant now);

}  // namespace foreshock::gateway
