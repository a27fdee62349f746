#pragma once
// Events and bodies of every dialect -> EventFacts.
#include <string_view>

#include "wire/dialect.h"
#include "wire/event_facts.h"
#include "wire/number_places.h"

namespace foreshock::wire {

// Reads one event of a stream into FACTS (cleared first); the views in FACTS live until the next call on this
// thread. NAME is the SSE event name.
// PLACES: numbers to look for in it; nullptr: none.
void read_event(Dialect dialect, std::string_view name, std::string_view data, EventFacts& facts,
                NumberPlaces* places = nullptr);

// The same for a whole answer that was not streamed; copies BODY once.
void read_body(Dialect dialect, std::string_view body, EventFacts& facts, NumberPlaces* places = nullptr);

}  // namespace foreshock::wire
