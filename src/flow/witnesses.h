#pragma once
// Which requests show what was found. All calls come from the loop's thread.
#include "core/finding.h"

namespace foreshock::flow {

class Witnesses {
 public:
  virtual ~Witnesses() = default;
  // The observations that show FINDING best, the clearest first; none where it is not measured on requests.
  virtual Because of(const Finding& finding) = 0;
};

}  // namespace foreshock::flow
