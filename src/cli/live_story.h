#pragma once
// A story against real servers: its replicas behind sockets, a gateway before them, users who send HTTP; one
// second is one second.
#include "scenario/run_story.h"

namespace foreshock::cli {

// Takes as long as the story. SINKS get what the gateway measures and the ratings that it is sent, on a
// thread of the gateway; what probes find and the events that are posted, on another one; and nothing after
// the return. Transcripts and the history are not among it. Errors: those of starting servers and gateway.
Result<scenario::StoryResult> run_live_story(const scenario::Story& story, uint64_t seed,
                                             const scenario::StorySinks& sinks);

}  // namespace foreshock::cli
