#include "collect/cgroup.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "collect/kernel_text.h"

namespace foreshock::collect {
namespace cgroup_impl {

constexpr double micro = 1e-6, nano = 1e-9;

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::optional<double> number_in(const std::string& path) {
  const auto text = read_kernel_file(path);
  if (!text) return std::nullopt;
  const auto words = words_of(*text);
  return words.empty() ? std::nullopt : number_of(words.front());
}

// Processors that a group may use at once; nothing: without a limit.
std::optional<double> quota_of(const std::string& folder, bool unified) {
  if (!unified) {
    const auto quota = number_in(folder + "/cpu.cfs_quota_us");
    const auto period = number_in(folder + "/cpu.cfs_period_us");
    if (!quota || !period || *quota <= 0 || *period <= 0) return std::nullopt;
    return *quota / *period;
  }
  const auto text = read_kernel_file(folder + "/cpu.max");
  const auto words = words_of(text ? *text : std::string_view());
  if (words.size() < 2) return std::nullopt;
  const auto quota = number_of(words[0]), period = number_of(words[1]);
  if (!quota || !period || *period <= 0) return std::nullopt;
  return *quota / *period;
}

void keep_highest(std::optional<double>& kept, double value) {
  kept = std::max(kept.value_or(value), value);
}

bool names(std::string_view controllers, std::string_view controller) {
  while (!controllers.empty()) {
    const size_t end = controllers.find(',');
    if (controllers.substr(0, end) == controller) return true;
    controllers.remove_prefix(end == controllers.npos ? controllers.size() : end + 1);
  }
  return false;
}

}  // namespace cgroup_impl

// In a container the group may be named as the host names it, and not be seen: then the mount is the group.
void Cgroup::add(const std::string& mount, std::string_view group, bool unified,
                 std::vector<Folder>& out) const {
  std::string folder = mount;
  if (group != "/") folder += group;
  if (!cgroup_impl::is_there(folder)) folder = mount;
  for (; folder.size() >= mount.size() && folder != "/"; folder.resize(folder.rfind('/')))
    out.push_back({folder, unified});
}

Cgroup::Cgroup(const std::string& root, const std::string& pid) {
  const auto groups = read_kernel_file(fmt::format("{}/proc/{}/cgroup", root, pid));
  if (!groups) return;
  const std::string mounts = root + "/sys/fs/cgroup";
  for_each_line(*groups, [&](std::string_view line) {  // 4:cpu,cpuacct:/group, or 0::/group
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == line.npos) return;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view group = line.substr(second + 1);
    if (controllers.empty() && cgroup_impl::is_there(mounts + "/cgroup.controllers")) {
      add(mounts, group, true, cpu_);
      add(mounts, group, true, memory_);
    }
    if (cgroup_impl::names(controllers, "cpu")) add(mounts + "/cpu", group, false, cpu_);
    if (cgroup_impl::names(controllers, "memory")) add(mounts + "/memory", group, false, memory_);
  });
}

void Cgroup::read_cpu(const Folder& folder, double elapsed, Last& now, CgroupReading& out) const {
  const auto text = read_kernel_file(folder.path + "/cpu.stat");
  const auto quota = cgroup_impl::quota_of(folder.path, folder.unified);
  if (!text || !quota) return;
  const auto old_usage = [&] {
    std::string accounts = folder.path;  // …/cpu/group → …/cpuacct/group, where the two are mounted apart
    accounts.replace(accounts.find("/sys/fs/cgroup/cpu"), 18, "/sys/fs/cgroup/cpuacct");
    return cgroup_impl::number_in(accounts + "/cpuacct.usage");
  };
  const auto usage = folder.unified ? number_after("usage_usec", *text) : old_usage();
  const double unit = folder.unified ? cgroup_impl::micro : cgroup_impl::nano;
  Counters& counters = now[folder.path];
  counters = {unit * usage.value_or(0), number_after("nr_periods", *text).value_or(0),
              number_after("nr_throttled", *text).value_or(0)};
  const auto before = last_.find(folder.path);
  if (before == last_.end() || elapsed <= 0) return;
  const double grown = counters.cpu - before->second.cpu, periods = counters.periods - before->second.periods;
  const double throttled = counters.throttled - before->second.throttled;
  if (usage && grown >= 0) cgroup_impl::keep_highest(out.cpu, grown / elapsed / *quota);
  if (periods > 0 && throttled >= 0) cgroup_impl::keep_highest(out.throttled, throttled / periods);
}

void Cgroup::read_memory(const Folder& folder, CgroupReading& out) {
  constexpr double no_limit = 1e18;  // version 1 writes nearly 2^63
  const auto at = [&](const char* newer, const char* older) {
    return folder.path + "/" + (folder.unified ? newer : older);
  };
  const auto limit = cgroup_impl::number_in(at("memory.max", "memory.limit_in_bytes"));
  if (!limit || *limit <= 0 || *limit > no_limit) return;
  const auto used = cgroup_impl::number_in(at("memory.current", "memory.usage_in_bytes"));
  if (!used) return;
  const auto parts = read_kernel_file(folder.path + "/memory.stat");
  const double unused_files =
      parts ? number_after(folder.unified ? "inactive_file" : "total_inactive_file", *parts).value_or(0) : 0;
  cgroup_impl::keep_highest(out.memory, std::max(0.0, *used - unused_files) / *limit);
}

CgroupReading Cgroup::read(Instant now) {
  CgroupReading out;
  Last counters;
  for (const Folder& folder : cpu_) read_cpu(folder, seconds(now - last_at_), counters, out);
  for (const Folder& folder : memory_) read_memory(folder, out);
  last_ = std::move(counters);
  last_at_ = now;
  return out;
}

}  // namespace foreshock::collect
