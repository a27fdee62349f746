#pragma once
// Which requests met a replica that had just started.
#include <functional>
#include <map>
#include <string>

#include "core/observation.h"

namespace foreshock::signals {

// Told when replicas started, and each of their requests once.
class ColdStarts {
 public:
  // What is AGE old at NOW started then; one that is known already is no new one.
  void note_age(std::string_view replica, Duration age, Instant now);
  // Cold: within 60 s of its start, or one of the first 20 requests that were seen since; the replica's age
  // has to have been seen in its first 60 s. Unknown: nothing was told of REPLICA.
  Start start_of(std::string_view replica, Instant accepted);

 private:
  struct Life {
    Instant began;
    int served = 0;
  };
  std::map<std::string, Life, std::less<>> lives_;  // by replica
};

}  // namespace foreshock::signals
