#pragma once
// What policies did lately, as a value: what the limits look at.
#include <vector>

#include "core/action.h"

namespace foreshock::mitigate {

class ActionLog {
 public:
  struct Entry {
    std::string policy;
    Stratum scope;
    double share = 1;  // of the traffic, that the scope holds
    Instant at;
    Instant until;  // or when it was undone
    bool runs(Instant now) const { return until > now; }
  };

  // SHARE of the traffic lies in its scope. Forgets what is over for a week.
  void note(const Action& action, double share);
  // What runs in SCOPE has been undone.
  void undone(const Stratum& scope, Instant now);
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace foreshock::mitigate
