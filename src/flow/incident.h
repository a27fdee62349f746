#pragma once
// Findings that belong together.
#include <optional>
#include <vector>

#include "core/diagnosis.h"
#include "core/finding.h"
#include "core/page.h"
#include "verify/trial.h"

namespace foreshock::flow {

struct OpenFinding {
  Finding finding;
  bool over = false;  // back to what is usual, or no reason to wake anybody
};

struct Incident {
  std::vector<OpenFinding> findings;
  std::optional<Page> page;
  std::optional<verify::Trial> trial;  // of an action that was taken
  std::optional<Instant> over_since;   // all findings are over
};

}  // namespace foreshock::flow
