#pragma once
// Where the dials on one request stand.
#include "enginesim/dials.h"

namespace foreshock::enginesim {

// Of one request on its replica; the same answer each time it is asked.
class RequestDials {
 public:
  virtual ~RequestDials() = default;
  virtual double value(Dial dial) const = 0;
  // Draws a dial that is a chance.
  virtual bool happens(Dial dial) const = 0;
};

}  // namespace foreshock::enginesim
