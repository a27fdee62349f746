#pragma once
// Which requests met a replica that had just started, or slept.
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/observation.h"

namespace foreshock::signals {

// Told when replicas started, and each of their requests once.
class ColdStarts {
 public:
  // What is AGE old at NOW started then; one that is known already is no new one.
  void note_age(std::string_view replica, Duration age, Instant now);
  // Whether it slept at NOW, its model unloaded.
  void note_sleep(std::string_view replica, bool asleep, Instant now);
  // Cold: between the last time at which it was seen asleep and the next at which it was seen awake; within
  // 60 s of its start, or one of the first 20 requests that were seen since; the replica's age has to have
  // been seen in its first 60 s. Unknown: nothing was told of REPLICA.
  Start start_of(std::string_view replica, Instant accepted);

 private:
  struct Life {
    Instant began;
    int served = 0;
  };
  struct Nap {
    Instant asleep;  // last seen so
    std::optional<Instant> awake;
  };
  bool met_asleep(std::string_view replica, Instant accepted) const;

  std::map<std::string, Nap, std::less<>> naps_;    // by replica
  std::map<std::string, Life, std::less<>> lives_;  // by replica
};

}  // namespace foreshock::signals
