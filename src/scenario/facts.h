#pragma once
// What conditions and curves look at. Times are in seconds, those of the story from its time 0.
#include <string_view>

#include "scenario/story.h"

namespace foreshock::scenario {

// Before a request has a replica, PREFIX_HIT is false; of a class alone only LOAD_CLASS is there.
struct RequestFacts {
  const LoadClass* load_class = nullptr;
  uint64_t id = 0, session = 0;
  std::optional<uint64_t> even_place;  // at bucket fidelity: where chances are drawn evenly
  int64_t turn = 1;
  int64_t prompt_tokens = 0;   // with the history, before any cut
  int64_t context_tokens = 0;  // with the answer
  double idle = 0, longest_idle = 0;
  bool tools = false, code = false, prefix_hit = false;
};

struct ReplicaFacts {
  size_t index = 0;
  const Replica* replica = nullptr;
  std::string_view version;
  int64_t running = 0, waiting = 0, served = 0;
  double uptime = 0, gap = 0;
  bool cold = false;
};

struct Moment {
  double at = 0;
  const RequestFacts* request = nullptr;
  const ReplicaFacts* replica = nullptr;
};

// Each: whether what CONDITIONS say of it holds.
bool holds_for(const Conditions& conditions, const LoadClass& load);
bool holds_for(const Conditions& conditions, const RequestFacts& request);
bool holds_for(const Conditions& conditions, const ReplicaFacts& replica);
bool holds_at(const Conditions& conditions, Duration since_monday);
// Whether CONDITIONS say anything of a request; of what changes in a replica from request to request.
bool ask_for_request(const Conditions& conditions);
bool ask_for_state(const Conditions& conditions);

}  // namespace foreshock::scenario
