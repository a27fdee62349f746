#pragma once
// How much is known of what is usual: what is not known yet cannot be found to have changed.
#include <optional>
#include <string>
#include <vector>

#include "core/instant.h"

namespace foreshock {

struct Learning {
  std::optional<Instant> since;      // the first request; none: nothing was measured yet
  Instant until;                     // before that nobody is told of what is found
  Duration least{};                  // so long a number is measured at least before it is known
  size_t series = 0, known = 0;      // that are watched; of these, with enough measured to compare with
  std::vector<std::string> unknown;  // signals that are not known yet in all requests together
};

}  // namespace foreshock
