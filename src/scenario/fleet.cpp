#include "scenario/fleet.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foreshock::scenario {
namespace fleet_impl {

bool among(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace fleet_impl

Fleet::Fleet(const Story& story, Timeline& timeline, const Pace& pace, Replicas& replicas)
    : story_(story), timeline_(timeline), pace_(pace), replicas_(replicas) {
  for (const Replica& replica : story.engine.replicas) {
    Engine engine;
    engine.version = replica.version;
    engine.started_at = -seconds(story.history);
    for (const Dial dial : timeline.engine_dials()) engine.dials.push_back(healthy_value(story, dial));
    engines_.push_back(std::move(engine));
  }
  loads_.resize(engines_.size());
}

double Fleet::uptime(size_t index, double now) const {
  return std::max(0.0, pace_.story_at(now) - engines_[index].started_at);
}

ReplicaFacts Fleet::facts_of(size_t index, double now) const {
  const auto& engine = replicas_.at(index);
  ReplicaFacts facts;
  facts.index = index;
  facts.replica = &story_.engine.replicas[index];
  facts.version = engines_[index].version;
  facts.running = engine.running();
  facts.waiting = engine.waiting();
  facts.served = engine.served();
  facts.uptime = uptime(index, now);
  facts.gap = engine.gap(now);
  facts.cold = engine.cold(now);
  return facts;
}

bool Fleet::at_ease(double now) const {
  for (size_t i = 0; i < size(); ++i) {
    const auto& replica = replicas_.at(i);
    if (replica.down(now) || replica.waiting() > 2 + replica.running() / 8) return false;
  }
  return true;
}

void Fleet::turn_dials(double now, Outcomes& out) {
  for (size_t i = 0; i < engines_.size(); ++i) turn_dials_of(i, now, out);
}

void Fleet::turn_dials_of(size_t index, double now, Outcomes& out) {
  Engine& engine = engines_[index];
  const ReplicaFacts facts = facts_of(index, now);
  const auto& dials = timeline_.engine_dials();
  restart_once(index, now, out);
  for (size_t i = 0; i < dials.size(); ++i) {
    if (dials[i] == Dial::restart) continue;
    const double value = timeline_.value(dials[i], {pace_.story_at(now), nullptr, &facts});
    if (value == engine.dials[i]) continue;
    engine.dials[i] = value;
    const Dial dial = dials[i];
    replicas_.change(index, now, out,
                     [dial, value](auto& replica, double at, Outcomes&) { replica.set(dial, value, at); });
  }
  if (replicas_.at(index).out_of_memory()) exchange(index, engine.version, true, now, out);
}

// A fault restarts a replica once, however often its conditions come and go.
void Fleet::restart_once(size_t index, double now, Outcomes& out) {
  if (!timeline_.has(Dial::restart)) return;
  const ReplicaFacts facts = facts_of(index, now);
  const Fault* fault = timeline_.fault_on(Dial::restart, {pace_.story_at(now), nullptr, &facts});
  auto& done = engines_[index].restarted_by;
  if (fault == nullptr || std::find(done.begin(), done.end(), fault) != done.end()) return;
  done.push_back(fault);
  exchange(index, engines_[index].version, true, now, out);
}

void Fleet::on_event(const StoryEvent& event, bool begins, double now, Outcomes& out) {
  const bool exchanges = event.kind == EventKind::model_version || event.kind == EventKind::config_change;
  const bool changes_host = event.kind == EventKind::host_change && !event.to.empty();
  if (!exchanges && !changes_host && !(event.restart && begins)) return;
  for (size_t i = 0; i < engines_.size(); ++i) {
    const Replica& replica = story_.engine.replicas[i];
    if (!fleet_impl::among(event.replicas, replica.name)) continue;
    if (changes_host) change_host(i, event, begins);
    if (!exchanges && !(event.restart && begins)) continue;
    auto& carried = engines_[i].carried;
    if (begins && !event.to.empty() && !changes_host) carried.push_back(&event);
    if (!begins) std::erase(carried, &event);
    const std::string& version = carried.empty() ? replica.version : carried.back()->to;
    exchange(i, version, event.restart, now, out);
  }
  turn_dials(now, out);
}

void Fleet::change_host(size_t index, const StoryEvent& event, bool begins) {
  Engine& engine = engines_[index];
  std::erase(engine.hosts, &event);
  if (begins) engine.hosts.push_back(&event);
  engine.driver = engine.hosts.empty() ? enginesim::usual_driver : std::string_view(engine.hosts.back()->to);
  replicas_.set_driver(index, engine.driver);
}

void Fleet::exchange(size_t index, std::string_view version, bool restart, double now, Outcomes& out) {
  Engine& engine = engines_[index];
  engine.version = version;
  engine.started_at = pace_.story_at(now);
  timeline_.replica_restarted(index);
  replicas_.set_version(index, version);
  if (restart) engine.started_at += seconds(story_.engine.load_time);
  replicas_.change(index, now, out, [restart](auto& replica, double at, Outcomes& reset) {
    if (restart)
      replica.restart(at, reset);
    else
      replica.exchange(at);
  });
}

Fleet::Routed Fleet::route(const RequestFacts& request, int64_t wanted, double now) {
  const double at = pace_.story_at(now);
  for (size_t i = 0; i < engines_.size(); ++i) {
    loads_[i].down = replicas_.at(i).down(now);
    if (!timeline_.has(Dial::route_weight)) continue;
    const ReplicaFacts facts = facts_of(i, now);
    loads_[i].weight = timeline_.value(Dial::route_weight, {at, nullptr, &facts});
  }
  const size_t chosen = choose_replica(story_, request, at, wanted, loads_);
  if (!timeline_.has(Dial::route_misroute)) return {chosen};
  const ReplicaFacts facts = facts_of(chosen, now);
  const Moment moment{at, &request, &facts};
  if (!timeline_.happens(Dial::route_misroute, moment)) return {chosen};
  const std::string& to = timeline_.fault_on(Dial::route_misroute, moment)->to;
  for (size_t i = 0; i < engines_.size(); ++i)
    if (story_.engine.replicas[i].name == to) return {i, i != chosen};
  return {chosen};
}

}  // namespace foreshock::scenario
