#pragma once
// What the tests of VirtualReplica share.
#include <vector>

#include "enginesim/virtual_replica.h"

namespace foreshock::enginesim::virtual_replica_test {

// No spread from request to request, so that times can be said exactly.
inline VirtualSpec exact() {
  VirtualSpec spec;
  spec.first_token_log_sd = spec.inter_token_log_sd = 0;
  return spec;
}

inline VirtualRequest asking(uint64_t id, int64_t prompt, int64_t output) {
  VirtualRequest request;
  request.id = id;
  request.prompt_tokens = prompt;
  request.output_tokens = output;
  return request;
}

inline std::vector<VirtualOutcome> ended_until(VirtualReplica& replica, double until) {
  std::vector<VirtualOutcome> all, out;
  replica.advance(until, all);
  for (const auto& outcome : all)
    if (outcome.ended) out.push_back(outcome);
  return out;
}

}  // namespace foreshock::enginesim::virtual_replica_test
