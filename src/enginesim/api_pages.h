#pragma once
// What the engine answers without running its model.
#include <string>

#include "enginesim/api_error.h"
#include "enginesim/live_engine.h"
#include "net/route.h"

namespace foreshock::enginesim {

net::HttpReply error_reply(const ApiError& error);
// /v1/models, /v1/models/NAME, /health, /version, /metrics; 404 or 405 for everything else. STARTED: Unix
// seconds.
net::HttpReply page_reply(const net::HttpRequest& request, LiveEngine& engine, int64_t started);

}  // namespace foreshock::enginesim
