#include "detect/series_watch.h"

#include <utility>

namespace foreshock::detect {
namespace series_watch_impl {

using Kind = std::variant<LevelWatch, RateWatch>;

Kind watch_of(const SignalSpec& spec, double units, const Grains& grains) {
  if (spec.watched == Watched::rate) return Kind(std::in_place_type<RateWatch>, spec.matters, units, grains);
  return Kind(std::in_place_type<LevelWatch>, !changes_by_difference(spec), spec.matters, units, grains);
}

Alarm mirrored(Alarm alarm) {
  alarm.change = alarm.change == Change::rise ? Change::fall : Change::rise;
  alarm.size = {-alarm.size.value, -alarm.size.high, -alarm.size.low, alarm.size.level};
  alarm.before = 1 - alarm.before;
  return alarm;
}

}  // namespace series_watch_impl

SeriesWatch::SeriesWatch(const SignalSpec& spec, double units, const Grains& grains)
    : misses_(spec.watched == Watched::rate && spec.direction == Direction::higher_is_better),
      watch_(series_watch_impl::watch_of(spec, units, grains)) {}

void SeriesWatch::add(double value, Instant at) {
  if (auto* level = std::get_if<LevelWatch>(&watch_))
    level->add(value, at);
  else
    std::get<RateWatch>(watch_).add((value >= 0.5) != misses_, at);
}

std::optional<Alarm> SeriesWatch::close(Instant now) {
  auto alarm = std::visit([now](auto& watch) { return watch.close(now); }, watch_);
  return alarm && misses_ ? series_watch_impl::mirrored(*alarm) : alarm;
}

bool SeriesWatch::changed() const {
  return std::visit([](const auto& watch) { return watch.changed(); }, watch_);
}
bool SeriesWatch::ready() const {
  return std::visit([](const auto& watch) { return watch.ready(); }, watch_);
}
const Recent& SeriesWatch::recent() const {
  return std::visit([](const auto& watch) -> const Recent& { return watch.recent(); }, watch_);
}

Shift SeriesWatch::shift(Instant from, Instant to) const {
  Shift shift = std::visit([from, to](const auto& watch) { return watch.shift(from, to); }, watch_);
  if (misses_) shift.mean = -shift.mean;
  return shift;
}

double SeriesWatch::usual(Instant at) const {
  if (const auto* level = std::get_if<LevelWatch>(&watch_)) return level->usual(at);
  const double rate = std::get<RateWatch>(watch_).usual();
  return misses_ ? 1 - rate : rate;
}

double SeriesWatch::moved(double usual, double measure) const {
  if (const auto* level = std::get_if<LevelWatch>(&watch_)) return level->moved(usual, measure);
  return usual + measure;
}

}  // namespace foreshock::detect
