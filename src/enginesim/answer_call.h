#pragma once
// Runs a chat or completions request on the engine and answers it, whole or streamed.
#include <memory>
#include <string>

#include "enginesim/api_call.h"
#include "enginesim/live_engine.h"
#include "net/http_server.h"

namespace foreshock::enginesim {

// Returns when the answer is sent or the client has left. NOW goes into its id and its time.
net::Awaitable<void> answer_call(std::shared_ptr<LiveEngine> engine, net::Executor executor, ApiCall call,
                                 Instant now, net::Responder& responder);

}  // namespace foreshock::enginesim
