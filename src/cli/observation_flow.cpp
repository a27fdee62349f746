#include "cli/observation_flow.h"

#include "signals/series_of.h"

namespace foreshock::cli {
namespace observation_flow_impl {

constexpr size_t most_replicas = 1000;  // a backend may make up names

}  // namespace observation_flow_impl

void ObservationFlow::take(const Observation& measured) {
  const std::shared_lock open(closing_);
  if (closed_) {
    ++unmeasured_;
    return;
  }
  const Observation observation = with_facts(measured);
  const SampleGrid grid = signals::series_of(observation, pairs_);
  store_.take(observation);
  store_.take(grid);
  analysis_.take(grid);
  metrics_.take(observation);
  if (observation.version.empty()) return;
  const std::lock_guard lock(mutex_);
  versions_[observation.replica] = observation.version;
}

void ObservationFlow::take(std::span<const Sample> samples) {
  const std::shared_lock open(closing_);
  if (closed_) return;
  note_replicas(samples);
  store_.take(samples);
  analysis_.take(samples);
}

void ObservationFlow::take(const Event& event) {
  const std::shared_lock open(closing_);
  if (!closed_) analysis_.take(event);
}

void ObservationFlow::close() {
  const std::unique_lock lock(closing_);
  closed_ = true;
}

std::string ObservationFlow::version_of(const std::string& replica) const {
  const std::lock_guard lock(mutex_);
  const auto known = versions_.find(replica);
  return known == versions_.end() ? std::string() : known->second;
}

std::set<std::string> ObservationFlow::replicas() const {
  const std::lock_guard lock(mutex_);
  return replicas_;
}

Observation ObservationFlow::with_facts(Observation observation) {
  const std::lock_guard lock(mutex_);
  if (!observation.replica.empty() && replicas_.size() < observation_flow_impl::most_replicas)
    replicas_.insert(observation.replica);
  if (observation.start == Start::unknown)
    observation.start = starts_.start_of(observation.replica, observation.stamps.accepted);
  if (const auto window = windows_.find(observation.replica); window != windows_.end())
    observation.context_window = window->second;
  return observation;
}

void ObservationFlow::note_replicas(std::span<const Sample> samples) {
  const std::lock_guard lock(mutex_);
  for (const auto& [key, at, value, weight] : samples) {
    if (key.stratum.dimension != "replica") continue;
    const std::string& replica = key.stratum.value;
    if (key.signal == "uptime") starts_.note_age(replica, from_seconds(value), at);
    if (key.signal == "asleep") starts_.note_sleep(replica, value > 0, at);
    if (key.signal == "context_window") windows_[replica] = static_cast<int64_t>(value);
  }
}

}  // namespace foreshock::cli
