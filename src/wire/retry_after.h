#pragma once
// When a server may be asked again.
#include "core/instant.h"
#include "wire/http_head.h"

namespace foreshock::wire {

// From NOW, as `retry-after-ms`, else `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3) says;
// 0 without one, for what cannot be read and for what is past.
Duration retry_after(const Headers& headers, Instant now);

}  // namespace foreshock::wire
