#pragma once
// Rounds over this machine and the processes of the engines on it.
#include <map>
#include <string>
#include <vector>

#include "collect/host.h"
#include "collect/local_samples.h"
#include "collect/process.h"

namespace foreshock::collect {

// A backend on this machine.
struct LocalBackend {
  std::string name;
  ListeningPlace place;
  std::string pid_file;
};

// What is known of the processes of a local backend.
struct Family {
  std::vector<int> pids;  // the engine's first; empty: not found
  bool own = false;       // it runs in this very process
};
using Families = std::map<std::string, Family>;  // by backend

class HostRounds {
 public:
  HostRounds(const std::string& root, const std::vector<LocalBackend>& backends);

  // Looks for processes every 10 s, and reads. Of the machine: host_cpu, host_memory, host_load,
  // cpu_pressure, memory_pressure, io_pressure in the total; of the container around this process
  // container_cpu, container_memory and cpu_throttled there. Of each engine cpu, rss, fds, threads and
  // uptime, as pages tell them; of its container the three beside the total.
  void round(Instant now, LocalSamples& out);
  Families families() const;

 private:
  const std::string root_;
  Host host_;
  std::map<std::string, EngineProcess> processes_;  // by backend
  std::optional<Instant> looked_at_;
};

}  // namespace foreshock::collect
