#pragma once
// The processes of the machine, as far as this user may see them.
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace foreshock::collect {

// Source: proc(5), /proc/PID/stat.
struct ProcessStat {
  std::string name;  // at most 15 bytes
  int parent = 0;
  double ticks = 0;  // of processor time, user and system
  double threads = 0;
  double started = 0;  // ticks since the machine began
  double pages = 0;    // resident
};
std::optional<ProcessStat> process_stat(const std::string& root, int pid);

// Where a server listens: a port of an address of this machine, or the file of a unix socket.
struct ListeningPlace {
  std::string host;
  int port = 0;
  std::string socket;
};
// Whether HOST can be nowhere but here: localhost, 127.x.x.x, ::1.
bool is_loopback(std::string_view host);

// Inodes of the sockets that listen there, by /proc/net; none where nobody does, or in another container.
// Cost: by how many listen.
std::set<std::string> listening_inodes(const std::string& root, const ListeningPlace& place);

// All processes, and their parents. Cost: one small file a process.
class ProcessTable {
 public:
  explicit ProcessTable(const std::string& root);
  const std::map<int, ProcessStat>& all() const { return all_; }
  // The oldest that holds one of the sockets INODES. Cost: one link of each descriptor that this user may
  // see.
  std::optional<int> holder_of(const std::set<std::string>& inodes) const;
  // PID and what it began, and what that began, and so on.
  std::vector<int> family_of(int pid) const;

 private:
  void find_sockets() const;

  const std::string root_;
  std::map<int, ProcessStat> all_;
  mutable std::optional<std::unordered_map<std::string, int>> holders_;  // of sockets: the oldest
};

}  // namespace foreshock::collect
