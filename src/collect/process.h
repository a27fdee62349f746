#pragma once
// The process of an engine on this machine, with all that it began: workers of engines are processes.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collect/cgroup.h"
#include "collect/process_table.h"
#include "core/instant.h"

namespace foreshock::collect {

// Of all its processes together; what is absent may not be seen.
struct ProcessReading {
  std::optional<double> cpu;      // processors; nothing at the first reading
  double resident = 0;            // bytes; pages that they share count for each
  std::optional<double> handles;  // open descriptors
  double threads = 0;
  std::optional<double> age;  // s, of the first one
  CgroupReading cgroup;       // of the first one
};

// Found by the socket that listens at PLACE, or by the number in PID_FILE where one is given.
class EngineProcess {
 public:
  EngineProcess(std::string root, ListeningPlace place, std::string pid_file)
      : root_(std::move(root)), place_(std::move(place)), pid_file_(std::move(pid_file)) {}

  // Looks for it, and for what it began, in TABLE, which is of now. A forwarder (docker-proxy, ssh) is no
  // engine, nor is this very process. Every few seconds will do.
  void look(const ProcessTable& table);
  // Nothing while it is not known or has ended. Growth is that since the reading before.
  std::optional<ProcessReading> read(Instant now);
  // It and what it began; empty: not known.
  const std::vector<int>& pids() const { return pids_; }
  // Its engine runs in this very process, as simulated ones do.
  bool is_own() const { return own_; }

 private:
  std::optional<int> find(const ProcessTable& table);
  std::optional<double> handles() const;

  const std::string root_;
  const ListeningPlace place_;
  const std::string pid_file_;
  std::vector<int> pids_;
  double started_ = 0;  // of the first one
  bool own_ = false;
  std::optional<Cgroup> cgroup_;
  std::map<int, double> ticks_;  // at the last reading
  std::optional<Instant> last_at_;
};

}  // namespace foreshock::collect
