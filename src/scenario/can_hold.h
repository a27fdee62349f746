#pragma once
// Whether conditions can hold in a story at all.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenario/story.h"

namespace foreshock::scenario {

struct NeverHolds {
  std::string_view key;  // of the condition; empty: they hold for nobody together
  std::string why;
};

// The classes of load that CONDITIONS do not shut out.
std::vector<const LoadClass*> classes_in(const Conditions& conditions, const Story& story);

// The first of CONDITIONS that no request of the classes they name, and no replica, ever meets, be it for the
// turns or pauses of a session or for the requests that may run. MOST_TOKENS: of a prompt, and of a context.
std::optional<NeverHolds> never_holds(const Conditions& conditions, const Story& story, double most_tokens);
// Whether one of REPLICAS, all where that is empty, is of the device, zone and pool that CONDITIONS name.
bool some_replica_meets(const Conditions& conditions, std::span<const std::string> replicas,
                        const Story& story);
// Whether there is such an hour and weekday between FROM and TO.
bool some_time_meets(const Conditions& conditions, Duration from, Duration to, const Story& story);

}  // namespace foreshock::scenario
