#include "collect/host_rounds.h"

namespace foreshock::collect {
namespace host_rounds_impl {

constexpr Duration look_every = std::chrono::seconds(10);

using Values = std::vector<std::pair<std::string_view, std::optional<double>>>;

Values values_of(const CgroupReading& group) {
  return {
      {"container_cpu", group.cpu}, {"container_memory", group.memory}, {"cpu_throttled", group.throttled}};
}

}  // namespace host_rounds_impl

HostRounds::HostRounds(const std::string& root, const std::vector<LocalBackend>& backends)
    : root_(root), host_(root) {
  for (const LocalBackend& backend : backends)
    processes_.emplace(backend.name, EngineProcess(root, backend.place, backend.pid_file));
}

void HostRounds::round(Instant now, LocalSamples& out) {
  if (!processes_.empty() && (!looked_at_ || now - *looked_at_ >= host_rounds_impl::look_every)) {
    const ProcessTable table(root_);
    for (auto& [name, process] : processes_) process.look(table);
    looked_at_ = now;
  }
  const HostReading host = host_.read(now);
  host_rounds_impl::Values values = {{"host_cpu", host.cpu},
                                     {"host_memory", host.memory},
                                     {"host_load", host.load},
                                     {"cpu_pressure", host.cpu_pressure},
                                     {"memory_pressure", host.memory_pressure},
                                     {"io_pressure", host.io_pressure}};
  for (const auto& value : host_rounds_impl::values_of(host.cgroup)) values.push_back(value);
  for (const auto& [signal, value] : values)
    if (value) out.add(signal, {}, *value);
  for (auto& [name, process] : processes_) {
    const auto reading = process.read(now);
    if (!reading) continue;
    const host_rounds_impl::Values of_process = {{"cpu", reading->cpu},
                                                 {"rss", reading->resident},
                                                 {"fds", reading->handles},
                                                 {"threads", reading->threads},
                                                 {"uptime", reading->age}};
    for (const auto& [signal, value] : of_process)
      if (value) out.add_of_replica(signal, name, *value);
    for (const auto& [signal, value] : host_rounds_impl::values_of(reading->cgroup))
      if (value) out.add_beside_total(signal, name, *value);
  }
}

Families HostRounds::families() const {
  Families families;
  for (const auto& [name, process] : processes_) families[name] = {process.pids(), process.is_own()};
  return families;
}

}  // namespace foreshock::collect
