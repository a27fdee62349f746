#pragma once
// Findings that belong together.
#include <optional>
#include <vector>

#include "core/action.h"
#include "core/finding.h"
#include "core/page.h"
#include "verify/trial.h"

namespace foreshock::flow {

struct OpenFinding {
  Finding finding;
  bool over = false;                  // back to what is usual
  Silence told = Silence::too_short;  // as it was written down last
};

struct Incident {
  std::vector<OpenFinding> findings;
  std::optional<Page> page;
  std::optional<Action> action;        // that was taken, or would have been
  bool approved = false;               // it was suggested, and a person said yes
  std::optional<verify::Trial> trial;  // of it, while it runs
  std::optional<Instant> over_since;   // all findings are over
};

}  // namespace foreshock::flow
