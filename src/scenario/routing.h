#pragma once
// Which replica a request goes to.
#include <vector>

#include "scenario/timeline.h"

namespace foreshock::scenario {

struct ReplicaLoad {
  int64_t requests = 0;  // under way
  bool down = false;
  double weight = 1;
};

// WANTED: where the session's context lies, -1 for nowhere. LOADS by replica, at least one. Replicas that are
// down are passed over while others can be had.
size_t choose_replica(const Story& story, const RequestFacts& request, double at, int64_t wanted,
                      const std::vector<ReplicaLoad>& loads);

}  // namespace foreshock::scenario
