#pragma once
// Finds by itself what may explain a change: new versions, restarts, other settings, more traffic, more
// users.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/event.h"
#include "core/series.h"
#include "detect/traffic_watch.h"

namespace foreshock::detect {

// From requests: the version that each replica answers with, the traffic of all and of each class, the number
// of keys in use. From readings: a process that runs for a shorter time than before was restarted, or has
// been exchanged with other settings where it was never out of reach; probes of another version are another
// harness.
class EventFinder {
 public:
  void take(const SampleGrid& grid);
  void take(const Sample& sample);
  // What has become sure by NOW; events have no identity yet.
  std::vector<Event> close(Instant now);

 private:
  struct Version {  // of one model on one replica
    std::string before, now, next;
    int seen_of_next = 0;
    Instant next_since;
  };
  struct Replica {
    double uptime = -1;
    Instant read_at;
    std::optional<Instant>
        exchanged_at;  // a process began, and it is not known yet which kind of change it was
    Instant changed_version_at{-std::chrono::hours(1)};
    Instant out_of_reach_at{-std::chrono::hours(1)};
  };

  void see_version(const std::string& replica, Version& known, std::string_view version, Instant at);
  void see_uptime(Replica& replica, double uptime, Instant at);
  void judge_exchanges(Instant now);
  void add(EventKind kind, Instant at, Stratum scope, std::string about);

  std::map<std::string, Replica> replicas_;
  std::map<std::pair<std::string, std::string>, Version> versions_;  // by replica and model
  std::map<std::string, std::string> harness_;                       // its version, by signal
  TrafficWatch traffic_;
  std::vector<Event> found_;
};

}  // namespace foreshock::detect
