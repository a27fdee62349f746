#pragma once
// The control group (container, slice, service) in which a process runs: what it takes of what it may have.
// Source: Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst of Linux; cpu.stat by
// scheduler/sched-bwc.rst.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/instant.h"

namespace foreshock::collect {

// Of a group and those around it the one that is nearest to its limit; absent where none has that limit.
struct CgroupReading {
  std::optional<double> cpu;        // processor time, of that which it may have
  std::optional<double> memory;     // of its limit, without file pages that are no longer used
  std::optional<double> throttled;  // share of the scheduler's periods in which its time was used up
};

class Cgroup {
 public:
  // Of the process PID ("self", "1234") of the machine whose files stand under ROOT ("" : this one). In
  // version 1, version 2, or both at once, each resource where it is.
  Cgroup(const std::string& root, const std::string& pid);

  // Growth is that since the reading before.
  CgroupReading read(Instant now);

 private:
  struct Folder {
    std::string path;
    bool unified;  // version 2
  };
  struct Counters {
    double cpu = 0, periods = 0, throttled = 0;
  };
  using Last = std::map<std::string, Counters>;
  void add(const std::string& mount, std::string_view group, bool unified, std::vector<Folder>& out) const;
  void read_cpu(const Folder& folder, double elapsed, Last& now, CgroupReading& out) const;
  static void read_memory(const Folder& folder, CgroupReading& out);

  std::vector<Folder> cpu_, memory_;  // the group, and those around it
  Last last_;                         // by folder
  Instant last_at_;
};

}  // namespace foreshock::collect
