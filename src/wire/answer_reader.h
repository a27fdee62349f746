#pragma once
// Events and bodies of every dialect -> EventFacts.
#include <string_view>

#include "wire/dialect.h"
#include "wire/event_facts.h"

namespace foreshock::wire {

// Reads one event of a stream into FACTS (cleared first); the views in FACTS live until the next call on this
// thread. NAME is the SSE event name.
void read_event(Dialect dialect, std::string_view name, std::string_view data, EventFacts& facts);

// The same for a whole answer that was not streamed; copies BODY once.
void read_body(Dialect dialect, std::string_view body, EventFacts& facts);

}  // namespace foreshock::wire
