#pragma once
// What holds a policy back (DESIGN 5).
#include <string_view>

#include "mitigate/action_log.h"
#include "mitigate/options.h"

namespace foreshock::mitigate {

struct Attempt {
  std::string_view policy;
  Stratum scope;
  double share = 1;  // of the traffic, that the scope holds
  Instant at;
};

// Which limit forbids ATTEMPT, as a sentence for people; empty: none.
std::string_view held_back_by(const Attempt& attempt, const ActionLog& log, const MitigateOptions& options);

}  // namespace foreshock::mitigate
