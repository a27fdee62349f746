#include "detect/traffic_watch.h"

#include <utility>

#include <fmt/format.h>

namespace foreshock::detect {
namespace traffic_watch_impl {

constexpr double surge = 1.3, growth = 1.3;          // times the usual
constexpr double a_false_alarm_in = 90 * 1440 * 10;  // minutes, of one of ten series in 90 days
constexpr int64_t minutes_of_keys = 10;

}  // namespace traffic_watch_impl

TrafficWatch::Counted::Counted(double matters) : watch(true, matters, traffic_watch_impl::a_false_alarm_in) {}

TrafficWatch::TrafficWatch() : keys_(traffic_watch_impl::growth) {}

void TrafficWatch::take(const SampleGrid& grid) {
  const int64_t minute = grid.at.time_since_epoch() / std::chrono::minutes(1);
  if (minute != minute_) {
    end_minute();
    minute_ = minute;
  }
  const double weight = grid.values.empty() ? 1 : grid.values.front().weight;
  for (const Stratum& stratum : grid.strata) {
    if (stratum.dimension.empty() || stratum.dimension == "class")
      requests_.try_emplace(stratum, traffic_watch_impl::surge).first->second.requests += weight;
    else if (stratum.dimension == "key")
      seen_keys_.insert(stratum.value);
  }
}

void TrafficWatch::end_minute() {
  using namespace traffic_watch_impl;
  if (minute_ < 0) return;
  const Instant at{std::chrono::minutes(minute_)};
  for (auto& [stratum, counted] : requests_) counted.watch.add(std::exchange(counted.requests, 0) + 0.5, at);
  const int64_t ten = minute_ / minutes_of_keys;
  if (ten == last_ten_) return;
  if (last_ten_ >= 0) keys_.watch.add(static_cast<double>(seen_keys_.size()), at);
  last_ten_ = ten;
  seen_keys_.clear();
}

void TrafficWatch::tell(std::vector<Event>& out, Counted& counted, EventKind kind, const Stratum& scope,
                        const std::string& what, Instant now) {
  const auto alarm = counted.watch.close(now);
  if (!alarm || alarm->change != Change::rise) return;
  Event& event = out.emplace_back();
  event.kind = kind;
  event.at = alarm->onset;
  event.scope = scope;
  event.about = fmt::format("{}: {:.0f} % more than usual", what, 100 * alarm->size.value / alarm->before);
}

std::vector<Event> TrafficWatch::close(Instant now) {
  std::vector<Event> out;
  for (auto& [stratum, counted] : requests_)
    tell(out, counted, EventKind::traffic_surge, stratum,
         stratum.value.empty() ? "requests" : fmt::format("requests of {}", stratum.value), now);
  tell(out, keys_, EventKind::user_growth, {}, "keys in use", now);
  return out;
}

}  // namespace foreshock::detect
