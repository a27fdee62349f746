#include "detect/event_finder.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace foreshock::detect {
namespace event_finder_impl {

constexpr int answers_to_believe = 2;
// What began before an exchange still answers with the version before.
constexpr Duration close_by = std::chrono::seconds(90);
constexpr Duration wait_for_version = std::chrono::seconds(45);
constexpr size_t most_versions = 10'000;  // clients choose the names of models
constexpr double slack = 2;               // s: clocks and scrapes are not exact

std::string_view value_in(const SampleGrid& grid, std::string_view dimension) {
  for (const Stratum& stratum : grid.strata)
    if (stratum.dimension == dimension) return stratum.value;
  return {};
}

}  // namespace event_finder_impl

void EventFinder::take(const SampleGrid& grid) {
  using namespace event_finder_impl;
  traffic_.take(grid);
  const std::string replica(value_in(grid, "replica"));
  const std::string_view version = value_in(grid, "version");
  if (replica.empty() || version.empty()) return;
  const std::pair key(replica, std::string(value_in(grid, "model")));
  if (versions_.size() >= most_versions && !versions_.contains(key)) return;
  see_version(replica, versions_[key], version, grid.at);
}

void EventFinder::take(const Sample& sample) {
  const auto& [signal, stratum] = sample.key;
  if (stratum.dimension == "probe_version") {
    std::string& known = harness_[signal];
    if (!known.empty() && known != stratum.value)
      add(EventKind::harness_change, sample.at, {}, fmt::format("probes: {} to {}", known, stratum.value));
    known = stratum.value;
  }
  if (stratum.dimension != "replica") return;
  Replica& replica = replicas_[stratum.value];
  if (signal == "uptime") see_uptime(replica, sample.value, sample.at);
  const bool away =
      (signal == "health" && sample.value < 0.5) || (signal == "series_missing" && sample.value > 0);
  if (away) replica.out_of_reach_at = sample.at;
}

void EventFinder::see_version(const std::string& name, Version& known, std::string_view version, Instant at) {
  using namespace event_finder_impl;
  if (known.now.empty()) known.now = version;
  const bool of_before = version == known.before && at - replicas_[name].changed_version_at < close_by;
  if (of_before) return;
  if (version == known.now || version != known.next) known.seen_of_next = 0;
  if (version == known.now) return;
  known.next = version;
  if (known.seen_of_next++ == 0) known.next_since = at;
  if (known.seen_of_next < answers_to_believe) return;
  Replica& replica = replicas_[name];
  const Instant since = std::min(replica.exchanged_at.value_or(known.next_since), known.next_since);
  add(EventKind::model_version, since, {"replica", name},
      fmt::format("{}: version {} to {}", name, known.now, version));
  known.before = std::exchange(known.now, std::string(version));
  known.seen_of_next = 0;
  replica.changed_version_at = since;
}

void EventFinder::see_uptime(Replica& replica, double uptime, Instant at) {
  using event_finder_impl::slack;
  const double expected = replica.uptime + seconds(at - replica.read_at);
  if (replica.uptime >= 0 && uptime + slack < expected) replica.exchanged_at = at - from_seconds(uptime);
  replica.uptime = uptime;
  replica.read_at = at;
}

void EventFinder::judge_exchanges(Instant now) {
  using namespace event_finder_impl;
  for (auto& [name, replica] : replicas_) {
    if (!replica.exchanged_at || now - *replica.exchanged_at < wait_for_version) continue;
    const Instant at = *std::exchange(replica.exchanged_at, std::nullopt);
    if (at - replica.changed_version_at < close_by && replica.changed_version_at - at < close_by) continue;
    const bool was_away = at - replica.out_of_reach_at < close_by;
    add(was_away ? EventKind::restart : EventKind::config_change, at, {"replica", name},
        fmt::format("{}: {}", name, was_away ? "restarted" : "process exchanged, same version"));
  }
}

void EventFinder::add(EventKind kind, Instant at, Stratum scope, std::string about) {
  Event& event = found_.emplace_back();
  event.kind = kind;
  event.at = at;
  event.scope = std::move(scope);
  event.about = std::move(about);
}

std::vector<Event> EventFinder::close(Instant now) {
  judge_exchanges(now);
  for (Event& event : traffic_.close(now)) found_.push_back(std::move(event));
  std::sort(found_.begin(), found_.end(), [](const Event& a, const Event& b) {
    return std::tie(a.at, a.scope, a.about) < std::tie(b.at, b.scope, b.about);
  });
  return std::exchange(found_, {});
}

}  // namespace foreshock::detect
