#pragma once
// Watches how much traffic there is, of all and of each class, and from how many keys.
#include <map>
#include <memory>
#include <unordered_set>
#include <vector>

#include "core/event.h"
#include "core/series.h"
#include "detect/level_watch.h"

namespace foreshock::detect {

class TrafficWatch {
 public:
  TrafficWatch();
  void take(const SampleGrid& grid);
  // Surges and growth that began, by NOW.
  std::vector<Event> close(Instant now);

 private:
  struct Counted {
    explicit Counted(double matters);
    LevelWatch watch;
    double requests = 0;  // of the open minute
  };
  void end_minute();
  static void tell(std::vector<Event>& out, Counted& counted, EventKind kind, const Stratum& scope,
                   const std::string& what, Instant now);

  std::map<Stratum, Counted> requests_;
  Counted keys_;
  std::unordered_set<std::string> seen_keys_;
  int64_t minute_ = -1, last_ten_ = -1;
};

}  // namespace foreshock::detect
