#include "detect/watch.h"

#include <algorithm>
#include <array>
#include <utility>

namespace foreshock::detect {
namespace watch_impl {

// How many series share the budget of the strata. Their real number differs from house to house; this is one
// of several models, replicas, classes and bands.
constexpr double usual_strata = 60;
// Requests a second of a usual stratum, by which a time becomes a number of requests.
constexpr double usual_rate = 1;
// Where what wakes nobody is watched: evidence is looked for where an incident is, or in all.
constexpr std::array<std::string_view, 6> of_evidence = {"",       "replica", "class",
                                                         "prompt", "version", "device"};
constexpr Duration quiet = std::chrono::hours(1);
constexpr Duration search_again_after = std::chrono::minutes(1);

}  // namespace watch_impl

struct Watch::Place {
  Stratum stratum;
  bool of_evidence = false;
  Instant last_used;
  struct One {
    std::unique_ptr<SeriesWatch> watch;
    bool touched = false, known = false;
  };
  std::vector<One> by_signal;
};

Watch::Watch(Signals signals, WatchOptions options) : signals_(std::move(signals)), options_(options) {
  index_new();
}

void Watch::index_new() {
  for (const size_t size = signals_->size(); indexed_ < size; ++indexed_) {
    const SignalSpec& spec = (*signals_)[indexed_];
    if (spec.watched == Watched::no) continue;
    index_.emplace(spec.name, indexed_);
    if (spec.wakes != Wakes::nobody) ++waking_;
  }
}

std::optional<size_t> Watch::index_of(std::string_view signal) {
  if (indexed_ != signals_->size()) index_new();
  const auto found = index_.find(signal);
  return found == index_.end() ? std::nullopt : std::optional(found->second);
}

Watch::~Watch() = default;

Watch::Place* Watch::place(const Stratum& stratum, Instant at) {
  if (const auto found = by_stratum_.find(stratum); found != by_stratum_.end()) {
    Place& known = *places_[found->second];
    known.last_used = at;
    return &known;
  }
  const auto index = room(stratum, at);
  if (!index) return nullptr;
  auto place = std::make_unique<Place>();
  place->stratum = stratum;
  place->last_used = at;
  const auto& dimensions = watch_impl::of_evidence;
  place->of_evidence = std::find(dimensions.begin(), dimensions.end(), stratum.dimension) != dimensions.end();
  by_stratum_.emplace(stratum, *index);
  places_[*index] = std::move(place);
  return places_[*index].get();
}

// Its index among the places.
std::optional<size_t> Watch::room(const Stratum& stratum, Instant at) {
  Dimension& dimension = dimensions_[stratum.dimension];
  if (dimension.values < options_.values_of_a_dimension) {
    ++dimension.values;
    places_.emplace_back();
    return places_.size() - 1;
  }
  if (at < dimension.full_until) return std::nullopt;
  const auto freed = drop_quiet(stratum.dimension, at);
  if (!freed) dimension.full_until = at + watch_impl::search_again_after;
  return freed;
}

// What has changed is touched until it is back, and stays.
std::optional<size_t> Watch::drop_quiet(const std::string& dimension, Instant at) {
  std::optional<size_t> oldest;
  for (size_t i = 0; i < places_.size(); ++i) {
    const Place& place = *places_[i];
    if (place.stratum.dimension != dimension || place.last_used > at - watch_impl::quiet) continue;
    const bool touched = std::any_of(place.by_signal.begin(), place.by_signal.end(),
                                     [](const Place::One& one) { return one.touched; });
    if (!touched && (!oldest || place.last_used < places_[*oldest]->last_used)) oldest = i;
  }
  if (!oldest) return std::nullopt;
  for (const Place::One& one : places_[*oldest]->by_signal) {
    series_ -= one.watch != nullptr;
    known_ -= one.known;
  }
  by_stratum_.erase(places_[*oldest]->stratum);
  return oldest;
}

double Watch::units_a_false_alarm(const SignalSpec& spec, bool total) const {
  using namespace watch_impl;
  // What wakes nobody is told by itself; the others share what may be told wrongly.
  const double sharing = 2 * waking_ * (total ? 1 : usual_strata);
  const double shares = spec.wakes == Wakes::nobody ? 1 : sharing;
  const double time = seconds(options_.a_false_alarm_in) * shares;
  return spec.watched == Watched::rate ? time * usual_rate : time / seconds(options_.grains.unit);
}

void Watch::add(Place& place, size_t signal, double value, Instant at) {
  const SignalSpec& spec = (*signals_)[signal];
  if (spec.wakes == Wakes::nobody && !place.of_evidence) return;
  if (place.by_signal.size() <= signal) place.by_signal.resize(signals_->size());
  Place::One& one = place.by_signal[signal];
  if (one.watch == nullptr) {
    one.watch = std::make_unique<SeriesWatch>(
        spec, units_a_false_alarm(spec, place.stratum.dimension.empty()), options_.grains);
    ++series_;
  }
  one.watch->add(value, at);
  if (one.touched) return;
  one.touched = true;
  touched_.push_back({by_stratum_.at(place.stratum), signal});
}

// A request counts once in each series: of the gaps between its tokens, their mean.
void Watch::take(const SampleGrid& grid) {
  std::vector<std::pair<size_t, double>> values;
  const auto keep = [&](std::string_view signal, double value) {
    if (const auto found = index_of(signal)) values.emplace_back(*found, value);
  };
  for (const SampleGrid::Value& one : grid.values) keep(one.signal, one.value);
  for (const SampleGrid::Spread& many : grid.spreads)
    if (many.values.count > 0) keep(many.signal, many.values.sum / many.values.count);
  for (const Stratum& stratum : grid.strata) {
    Place* const here = place(stratum, grid.at);
    if (here == nullptr) continue;
    for (const auto& [signal, value] : values) add(*here, signal, value, grid.at);
  }
}

void Watch::take(const Sample& sample) {
  const auto found = index_of(sample.key.signal);
  if (!found) return;
  if (Place* const here = place(sample.key.stratum, sample.at)) add(*here, *found, sample.value, sample.at);
}

std::vector<Finding> Watch::close(Instant now) {
  std::vector<Finding> out;
  std::vector<Touched> touched;
  touched.swap(touched_);
  for (const Touched& one : touched) {
    Place& place = *places_[one.place];
    SeriesWatch& watch = *place.by_signal[one.signal].watch;
    const auto alarm = watch.close(now);
    if (watch.ready() && !std::exchange(place.by_signal[one.signal].known, true)) ++known_;
    // What has changed is looked at until it is back, even when nothing more comes.
    place.by_signal[one.signal].touched = watch.changed();
    if (watch.changed()) touched_.push_back(one);
    if (!alarm) continue;
    Finding& finding = out.emplace_back();
    finding.series = {std::string((*signals_)[one.signal].name), place.stratum};
    finding.detector = (*signals_)[one.signal].watched == Watched::rate ? "rate" : "level";
    finding.change = alarm->change;
    finding.onset = alarm->onset;
    finding.found_at = now;
    finding.size = alarm->size;
    finding.before = alarm->before;
  }
  std::sort(out.begin(), out.end(), [](const Finding& a, const Finding& b) { return a.series < b.series; });
  return out;
}

const SeriesWatch* Watch::find(const SeriesKey& key) const {
  const auto signal = index_.find(key.signal);
  const auto place = by_stratum_.find(key.stratum);
  if (signal == index_.end() || place == by_stratum_.end()) return nullptr;
  const auto& by_signal = places_[place->second]->by_signal;
  return signal->second < by_signal.size() ? by_signal[signal->second].watch.get() : nullptr;
}

std::optional<Shift> Watch::shift(const SeriesKey& key, Instant from, Instant to) const {
  const SeriesWatch* watch = find(key);
  if (watch == nullptr || !watch->ready()) return std::nullopt;
  return watch->shift(from, to);
}

double Watch::usual(const SeriesKey& key, Instant at) const {
  const SeriesWatch* watch = find(key);
  return watch == nullptr ? 0 : watch->usual(at);
}

double Watch::moved(const SeriesKey& key, double usual, double measure) const {
  const SeriesWatch* watch = find(key);
  return watch == nullptr ? usual : watch->moved(usual, measure);
}

bool Watch::changed(const SeriesKey& key) const {
  const SeriesWatch* watch = find(key);
  return watch != nullptr && watch->changed();
}

std::vector<std::string> Watch::unknown() const {
  std::vector<std::string> out;
  for (size_t i = 0; i < indexed_; ++i) {
    const std::string name((*signals_)[i].name);
    const SeriesWatch* watch = find({name, {}});
    if (watch != nullptr && !watch->ready()) out.push_back(name);
  }
  return out;
}

const SignalSpec* Watch::spec(std::string_view signal) const {
  const auto found = index_.find(signal);
  return found == index_.end() ? nullptr : &(*signals_)[found->second];
}

std::vector<std::string> Watch::values_of(std::string_view dimension) const {
  std::vector<std::string> out;
  for (const auto& place : places_)
    if (place->stratum.dimension == dimension) out.push_back(place->stratum.value);
  return out;
}

}  // namespace foreshock::detect
