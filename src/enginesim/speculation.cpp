#include "enginesim/speculation.h"

namespace foreshock::enginesim {

int64_t accepted_drafts(int64_t drafts, double acceptance, Random& random) {
  int64_t accepted = 0;
  while (accepted < drafts && random.chance(acceptance)) ++accepted;
  return accepted;
}

}  // namespace foreshock::enginesim
