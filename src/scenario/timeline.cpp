#include "scenario/timeline.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "enginesim/even_draws.h"
#include "enginesim/random.h"
#include "scenario/curve.h"

namespace foreshock::scenario {
namespace timeline_impl {

using enginesim::hash_of;
using enginesim::mixed;
using enginesim::Random;

constexpr double infinite = std::numeric_limits<double>::infinity();

// How far a fault has come: 0 off, 1 at its value.
double strength(double at, double until, double ramp, double now) {
  if (now < at) return 0;
  if (now < until) return ramp > 0 ? std::min(1.0, (now - at) / ramp) : 1;
  return ramp > 0 ? std::max(0.0, 1 - (now - until) / ramp) : 0;
}

uint64_t drawn_by(ShareBy share_by, const RequestFacts& request) {
  if (share_by == ShareBy::session) return request.session;
  if (share_by == ShareBy::key) return hash_of(request.load_class->key);
  return request.id;
}

double uniform_of(uint64_t seed, uint64_t what, uint64_t who) {
  return Random(mixed(mixed(seed, what), who)).uniform();
}

}  // namespace timeline_impl

double healthy_value(const Story& story, Dial dial) {
  const auto& healthy = row_of(dial).healthy;
  switch (dial) {
    case Dial::unload_idle:
      return 0;
    case Dial::batch_max:
      return static_cast<double>(story.engine.max_running);
    case Dial::spec_acceptance:
      return story.engine.speculation ? story.engine.speculation->acceptance : 0;
    case Dial::spec_draft_length:
      return story.engine.speculation ? static_cast<double>(story.engine.speculation->draft_length) : 0;
    case Dial::client_timeout:
      return seconds(story.clients.timeout);
    case Dial::client_thumbs_up:
      return story.clients.thumbs_up;
    case Dial::quality_accuracy:
      return story.engine.accuracy;
    default:
      return healthy.kind == enginesim::Healthy::Kind::never ? timeline_impl::infinite : healthy.value;
  }
}

Timeline::Timeline(const Story& story, uint64_t seed)
    : story_(story), seed_(enginesim::mixed(seed, enginesim::hash_of("faults"))) {
  for (const auto& row : enginesim::dials()) healthy_.push_back(healthy_value(story, row.dial));
  rows_.resize(healthy_.size());
  for (uint32_t i = 0; i < story.faults.size(); ++i) {
    const Fault& fault = story.faults[i];
    rows_of(fault.dial).push_back(row_for(fault, i));
    note_breaks(rows_of(fault.dial).back());
  }
  for (auto& rows : rows_) {
    if (rows.empty()) continue;
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.at < b.at; });
    if (rows.front().engine) engine_dials_.push_back(rows.front().fault->dial);
    for (Row& row : rows)
      if (row.engine && (row.asks_request || row.fault->sticky)) asking_.push_back(&row);
  }
  std::sort(breaks_.begin(), breaks_.end());
}

Timeline::Row Timeline::row_for(const Fault& fault, uint32_t index) const {
  Row row;
  row.fault = &fault;
  row.index = index;
  row.at = fault.always ? -timeline_impl::infinite : seconds(fault.at);
  row.until = fault.until ? seconds(*fault.until) : timeline_impl::infinite;
  row.ramp = seconds(fault.ramp);
  row.engine = row_of(fault.dial).scope == enginesim::DialScope::engine;
  row.curve_of_requests = fault.curve && is_of_requests(fault.curve->by);
  row.asks_request = ask_for_request(fault.when) || (row.engine && row.curve_of_requests);
  const auto& replicas = story_.engine.replicas;
  for (const Replica& replica : replicas)
    if (!fault.replicas.empty())
      row.replicas.push_back(std::find(fault.replicas.begin(), fault.replicas.end(), replica.name) !=
                             fault.replicas.end());
  row.running.resize(replicas.size());
  row.sticky_until.resize(replicas.size(), -timeline_impl::infinite);
  return row;
}

void Timeline::note_breaks(const Row& row) {
  for (const double at : {row.at, row.at + row.ramp, row.until, row.until + row.ramp})
    if (std::isfinite(at)) breaks_.push_back(at);
  const auto& curve = row.fault->curve;
  const bool moves = curve && curve->by != CurveAxis::time;
  const bool by_requests = row.asks_request || row.fault->sticky || moves;
  if (row.engine && (by_requests || ask_for_state(row.fault->when))) depends_on_state_ = true;
}

bool Timeline::happens(Dial dial, const Moment& moment) {
  const Reading reading = read(dial, moment);
  if (reading.value <= 0) return false;
  const ShareBy share_by = reading.fault ? reading.fault->share_by : ShareBy::request;
  const uint64_t what = 1000 + static_cast<uint64_t>(dial);
  const RequestFacts& request = *moment.request;
  if (request.even_place && share_by == ShareBy::request) {
    using timeline_impl::mixed;
    const uint64_t like =
        mixed(timeline_impl::hash_of(request.load_class->name), static_cast<uint64_t>(request.turn));
    return enginesim::even_uniform(mixed(mixed(seed_, what), like), *request.even_place) < reading.value;
  }
  return timeline_impl::uniform_of(seed_, what, timeline_impl::drawn_by(share_by, request)) < reading.value;
}

Timeline::Reading Timeline::read(Dial dial, const Moment& moment) {
  auto& rows = rows_of(dial);
  return read_first(rows, rows.size(), healthy_[static_cast<size_t>(dial)], moment);
}

// The value by the first COUNT rows.
Timeline::Reading Timeline::read_first(std::vector<Row>& rows, size_t count, double healthy,
                                       const Moment& moment) {
  for (size_t i = count; i-- > 0;) {
    Row& row = rows[i];
    const double strength = timeline_impl::strength(row.at, row.until, row.ramp, moment.at);
    if (strength <= 0 || !holds(row, moment)) continue;
    double value = target(row, moment);
    if (strength < 1) {
      const double before = read_first(rows, i, healthy, moment).value;
      if (std::isfinite(before)) value = before + (value - before) * strength;
    }
    return {value, row.fault};
  }
  return {healthy, nullptr};
}

bool Timeline::holds(Row& row, const Moment& moment) {
  if (moment.replica && !row.replicas.empty() && !row.replicas[moment.replica->index]) return false;
  const bool sticky = row.fault->sticky && moment.replica;
  const bool sticks = sticky && moment.at < row.sticky_until[moment.replica->index];
  if (!conditions_hold(row, moment)) return sticks && drawn(row, moment);
  if (sticky && !row.engine && moment.request) {
    const auto& time = row.fault->sticky->time;
    row.sticky_until[moment.replica->index] = time ? moment.at + seconds(*time) : timeline_impl::infinite;
  }
  return drawn(row, moment);
}

bool Timeline::conditions_hold(const Row& row, const Moment& moment) const {
  const Conditions& when = row.fault->when;
  if (!holds_at(when, story_.start + from_seconds(moment.at))) return false;
  if (moment.replica && !holds_for(when, *moment.replica)) return false;
  if (!row.asks_request) return true;
  if (row.engine) return moment.replica && !row.running[moment.replica->index].empty();
  return moment.request && holds_for(when, *moment.request);
}

bool Timeline::drawn(const Row& row, const Moment& moment) const {
  if (row.fault->share >= 1 || !moment.request) return true;
  const uint64_t who = timeline_impl::drawn_by(row.fault->share_by, *moment.request);
  return timeline_impl::uniform_of(seed_, row.index, who) < row.fault->share;
}

double Timeline::target(const Row& row, const Moment& moment) const {
  const Fault& fault = *row.fault;
  double value = fault.value;
  const double since = moment.at - seconds(fault.at);
  if (fault.curve) {
    const bool furthest =
        row.engine && row.curve_of_requests && moment.replica && !row.running[moment.replica->index].empty();
    const double x =
        furthest ? *row.running[moment.replica->index].rbegin() : place_on(fault.curve->by, since, moment);
    value = value_on(*fault.curve, x);
  }
  if (fault.wobble) {
    const auto turn = static_cast<int64_t>(std::floor(since / seconds(fault.wobble->every)));
    enginesim::Random random(
        enginesim::mixed(enginesim::mixed(seed_, 5000 + row.index), static_cast<uint64_t>(turn)));
    const auto& range = row_of(fault.dial).range;
    value = std::clamp(value * random.log_normal(1, fault.wobble->log_sd), range.min, range.max);
  }
  return value;
}

Timeline::Met Timeline::request_runs(const Moment& moment) {
  Met met;
  for (uint32_t i = 0; i < asking_.size(); ++i) {
    Row& row = *asking_[i];
    if (!holds_for(row.fault->when, *moment.request)) continue;
    const size_t replica = moment.replica->index;
    const double x = row.curve_of_requests ? place_on(row.fault->curve->by, 0, moment) : 0;
    row.running[replica].insert(x);
    met.push_back({i, x});
    const bool now = moment.at >= row.at && moment.at < row.until;
    if (row.fault->sticky && now && holds_for(row.fault->when, *moment.replica) &&
        holds_at(row.fault->when, story_.start + from_seconds(moment.at))) {
      const auto& time = row.fault->sticky->time;
      row.sticky_until[replica] = time ? moment.at + seconds(*time) : timeline_impl::infinite;
    }
  }
  return met;
}

void Timeline::request_ended(const Met& met, size_t replica) {
  for (const MetFault& fault : met) {
    auto& running = asking_[fault.row]->running[replica];
    running.erase(running.find(fault.x));
  }
}

bool Timeline::touches(const Moment& moment) const {
  for (const auto& rows : rows_)
    for (const Row& row : rows) {
      if (row.fault->dial == Dial::route_misroute) continue;
      if (timeline_impl::strength(row.at, row.until, row.ramp, moment.at) <= 0) continue;
      if (!row.replicas.empty() && !row.replicas[moment.replica->index]) continue;
      if (row.fault->sticky && moment.at < row.sticky_until[moment.replica->index]) return true;
      const Conditions& when = row.fault->when;
      if (holds_at(when, story_.start + from_seconds(moment.at)) && holds_for(when, *moment.replica) &&
          holds_for(when, *moment.request))
        return true;
    }
  return false;
}

void Timeline::replica_restarted(size_t replica) {
  for (auto& rows : rows_)
    for (Row& row : rows) row.sticky_until[replica] = -timeline_impl::infinite;
}

}  // namespace foreshock::scenario
