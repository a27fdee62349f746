#pragma once
// How far policies may go.
#include "core/action.h"
#include "core/option.h"

namespace foreshock::mitigate {

struct MitigateOptions {
  Autonomy draft_length = Autonomy::observe;
  int64_t least_draft_length = 1;
  Ratio least_probability{0.5};
  Duration lease = std::chrono::minutes(15);
  Duration cool_down = std::chrono::minutes(10);
  int64_t hourly_budget = 4;
  Ratio blast_radius{1};
};
OptionSet mitigate_options();

}  // namespace foreshock::mitigate
