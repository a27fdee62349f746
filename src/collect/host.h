#pragma once
// The machine, and the container around this process, by /proc and /sys/fs/cgroup.
#include <array>
#include <optional>
#include <string>

#include "collect/cgroup.h"
#include "core/instant.h"

namespace foreshock::collect {

// What is absent the kernel does not tell, or there is no reading before to compare with.
struct HostReading {
  std::optional<double> cpu;     // share of all processors' time, what a hypervisor took away with it
  std::optional<double> memory;  // share that is not available
  std::optional<double> load;  // what runs or waits for a processor or a disk, a processor; mean of a minute
  std::optional<double> cpu_pressure, memory_pressure,
      io_pressure;  // share of time in which something waited
  CgroupReading cgroup;
};

class Host {
 public:
  // Of the machine whose files stand under ROOT; "": this one.
  explicit Host(std::string root);
  // Growth is that since the reading before. Cost: about 12 small files.
  HostReading read(Instant now);

 private:
  void read_processors(HostReading& out);
  std::optional<double> memory() const;
  std::optional<double> pressure(const char* what, double& total, double elapsed) const;

  const std::string root_;
  Cgroup cgroup_;
  double busy_ = -1, all_ = 0;                // ticks; below 0: none yet
  std::array<double, 3> waited_{-1, -1, -1};  // µs
  Instant last_at_;
};

}  // namespace foreshock::collect
