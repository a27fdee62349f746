#pragma once
// A story against real servers: its replicas behind sockets, a gateway before them, users who send HTTP; one
// second is one second.
#include "scenario/run_story.h"

namespace foreshock::cli {

// Takes as long as the story. OBSERVATIONS gets what the gateway measures, on a thread of the gateway, and
// none after the return. The history is not played. Errors: those of starting servers and gateway.
Result<scenario::StoryResult> run_live_story(const scenario::Story& story, uint64_t seed,
                                             ObservationSink& observations);

}  // namespace foreshock::cli
