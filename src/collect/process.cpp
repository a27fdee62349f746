#include "collect/process.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "collect/kernel_text.h"

namespace foreshock::collect {
namespace process_impl {

// What listens on behalf of a server that is elsewhere, by the name that the kernel has: 15 bytes.
constexpr std::array<std::string_view, 9> forwarders = {
    "docker-proxy", "rootlessport", "ssh", "sshd", "socat", "kubectl", "haproxy", "nginx", "envoy"};

bool is_forwarder(std::string_view name) {
  return std::find(forwarders.begin(), forwarders.end(), name) != forwarders.end();
}

}  // namespace process_impl

std::optional<int> EngineProcess::find(const ProcessTable& table) {
  if (!pid_file_.empty()) {
    const auto text = read_kernel_file(pid_file_);
    const auto words = words_of(text ? *text : std::string_view());
    const auto number = words.empty() ? std::nullopt : number_of(words.front());
    return number && *number > 0 && *number < 1e9 ? std::optional(static_cast<int>(*number)) : std::nullopt;
  }
  const auto holder = table.holder_of(listening_inodes(root_, place_));
  own_ = holder == getpid();
  if (!holder || own_ || process_impl::is_forwarder(table.all().at(*holder).name)) return std::nullopt;
  return holder;
}

void EngineProcess::look(const ProcessTable& table) {
  const auto known = pids_.empty() ? table.all().end() : table.all().find(pids_.front());
  if (own_) return;  // as long as this process lives
  const bool still_there = known != table.all().end() && known->second.started == started_;
  const std::optional<int> pid = still_there && pid_file_.empty() ? pids_.front() : find(table);
  const auto found = pid ? table.all().find(*pid) : table.all().end();
  if (found == table.all().end()) {
    pids_.clear();
    return;
  }
  if (pids_.empty() || *pid != pids_.front() || found->second.started != started_) {
    ticks_.clear();
    last_at_.reset();
    cgroup_.emplace(root_, fmt::format("{}", *pid));
  }
  started_ = found->second.started;
  pids_ = table.family_of(*pid);
}

std::optional<double> EngineProcess::handles() const {
  double count = 0;
  for (const int pid : pids_) {
    std::error_code error;
    const std::filesystem::directory_iterator open(fmt::format("{}/proc/{}/fd", root_, pid), error);
    if (error == std::errc::no_such_file_or_directory) continue;  // it has ended
    if (error) return std::nullopt;
    count += static_cast<double>(std::distance(begin(open), end(open)));
  }
  return count;
}

std::optional<ProcessReading> EngineProcess::read(Instant now) {
  if (pids_.empty()) return std::nullopt;
  const double ticks_a_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  const double page = static_cast<double>(sysconf(_SC_PAGESIZE));
  ProcessReading out;
  std::map<int, double> ticks;
  double grown = 0;
  for (const int pid : pids_) {
    const auto stat = process_stat(root_, pid);
    if (pid == pids_.front() && (!stat || stat->started != started_)) {
      pids_.clear();
      return std::nullopt;
    }
    if (!stat) continue;
    out.resident += stat->pages * page;
    out.threads += stat->threads;
    ticks[pid] = stat->ticks;
    const auto before = ticks_.find(pid);  // one that is new brings what it has used by now
    grown += std::max(0.0, stat->ticks - (before == ticks_.end() ? 0 : before->second));
  }
  if (last_at_ && now > *last_at_) out.cpu = grown / ticks_a_second / seconds(now - *last_at_);
  const auto running = read_kernel_file(root_ + "/proc/uptime");
  const auto words = words_of(running ? *running : std::string_view());
  if (const auto since_boot = words.empty() ? std::nullopt : number_of(words.front()))
    out.age = std::max(0.0, *since_boot - started_ / ticks_a_second);
  out.handles = handles();
  out.cgroup = cgroup_->read(now);
  ticks_ = std::move(ticks);
  last_at_ = now;
  return out;
}

}  // namespace foreshock::collect
