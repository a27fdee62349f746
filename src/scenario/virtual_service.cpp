#include "scenario/virtual_service.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace foreshock::scenario {
namespace virtual_service_impl {

using enginesim::VirtualSpec;

void add_engine(const Story& story, VirtualSpec& spec) {
  const auto& engine = story.engine;
  spec.max_running = engine.max_running;
  spec.queue = engine.queue;
  spec.kv_blocks = engine.kv_blocks;
  spec.block_tokens = engine.block_tokens;
  spec.context = engine.context;
  if (engine.speculation) {
    spec.draft_length = engine.speculation->draft_length;
    spec.acceptance = engine.speculation->acceptance;
    spec.judge_slots = engine.speculation->judge_slots;
  }
  spec.load_time = seconds(engine.load_time);
  spec.memory = static_cast<double>(engine.memory.value);
}

VirtualSpec spec_of(const Story& story, uint64_t seed, size_t replica) {
  const enginesim::Preset& preset = story.engine.preset;
  const auto& replicas = story.engine.replicas;
  VirtualSpec spec;
  spec.seed = enginesim::mixed(seed, enginesim::hash_of(replicas[replica].name));
  spec.decode_rate = preset.decode_rate;
  spec.step_growth = preset.step_growth;
  spec.prefill_rate = preset.prefill_rate;
  spec.first_token = seconds(preset.first_token);
  spec.first_token_log_sd = preset.first_token_log_sd;
  spec.inter_token_log_sd = preset.inter_token_log_sd;
  add_engine(story, spec);
  double rate = 0;
  for (const LoadClass& load : story.load) rate += load.rate.value_or(0);
  const double history = seconds(story.history);
  spec.started_at = -history;
  spec.served = std::llround(history * rate / static_cast<double>(replicas.size()));
  return spec;
}

bool among(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace virtual_service_impl

VirtualService::VirtualService(const Story& story, uint64_t seed, Timeline& timeline, const Pace& pace)
    : story_(story), timeline_(timeline), pace_(pace) {
  for (size_t i = 0; i < story.engine.replicas.size(); ++i) {
    Engine engine;
    const auto spec = virtual_service_impl::spec_of(story, seed, i);
    engine.replica = std::make_unique<enginesim::VirtualReplica>(spec);
    engine.version = story.engine.replicas[i].version;
    engine.started_at = spec.started_at;
    for (const Dial dial : timeline.engine_dials()) engine.dials.push_back(healthy_value(story, dial));
    engines_.push_back(std::move(engine));
  }
  loads_.resize(engines_.size());
}

double VirtualService::uptime(size_t index, double now) const {
  return std::max(0.0, pace_.story_at(now) - engines_[index].started_at);
}

ReplicaFacts VirtualService::facts_of(size_t index, double now) const {
  const auto& engine = *engines_[index].replica;
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

bool VirtualService::at_ease(double now) const {
  return std::all_of(engines_.begin(), engines_.end(), [now](const Engine& engine) {
    const auto& replica = *engine.replica;
    return !replica.down(now) && replica.waiting() <= 2 + replica.running() / 8;
  });
}

double VirtualService::next_event_at() const {
  double next = std::numeric_limits<double>::infinity();
  for (const Engine& engine : engines_) next = std::min(next, engine.replica->next_event_at());
  return next;
}

bool VirtualService::advance(size_t index, double now, Outcomes& out) {
  auto& replica = *engines_[index].replica;
  if (replica.next_event_at() > now) return false;
  replica.advance(now, out);
  if (replica.out_of_memory()) exchange(index, engines_[index].version, true, now, out);
  return true;
}

void VirtualService::turn_dials(double now, Outcomes& out) {
  for (size_t i = 0; i < engines_.size(); ++i) turn_dials_of(i, now, out);
}

void VirtualService::turn_dials_of(size_t index, double now, Outcomes& out) {
  Engine& engine = engines_[index];
  const ReplicaFacts facts = facts_of(index, now);
  const auto& dials = timeline_.engine_dials();
  for (size_t i = 0; i < dials.size(); ++i) {
    const double value = timeline_.value(dials[i], {pace_.story_at(now), nullptr, &facts});
    if (value == engine.dials[i]) continue;
    engine.dials[i] = value;
    if (dials[i] != Dial::restart) {
      engine.replica->set(dials[i], value, now);
    } else if (value > 0) {
      exchange(index, engine.version, true, now, out);
    }
  }
}

void VirtualService::set_weight(double requests) {
  for (Engine& engine : engines_) engine.replica->set_weight(requests);
}

void VirtualService::on_event(const StoryEvent& event, bool begins, double now, Outcomes& out) {
  if (event.kind != EventKind::model_version && event.kind != EventKind::config_change) return;
  for (size_t i = 0; i < engines_.size(); ++i) {
    const Replica& replica = story_.engine.replicas[i];
    if (!virtual_service_impl::among(event.replicas, replica.name)) continue;
    const std::string_view version = event.to.empty() ? engines_[i].version : std::string_view(event.to);
    exchange(i, begins ? version : std::string_view(replica.version), event.restart, now, out);
  }
  turn_dials(now, out);
}

void VirtualService::exchange(size_t index, std::string_view version, bool restart, double now,
                              Outcomes& out) {
  Engine& engine = engines_[index];
  engine.version = version;
  engine.started_at = pace_.story_at(now);
  timeline_.replica_restarted(index);
  if (!restart) return engine.replica->exchange(now);
  engine.started_at += seconds(story_.engine.load_time);
  engine.replica->restart(now, out);
}

size_t VirtualService::route(const RequestFacts& request, int64_t wanted, double now) {
  const double at = pace_.story_at(now);
  for (size_t i = 0; i < engines_.size(); ++i) {
    const auto& replica = *engines_[i].replica;
    loads_[i] = {replica.running() + replica.waiting(), replica.down(now), 1};
    if (!timeline_.has(Dial::route_weight)) continue;
    const ReplicaFacts facts = facts_of(i, now);
    loads_[i].weight = timeline_.value(Dial::route_weight, {at, nullptr, &facts});
  }
  const size_t chosen = choose_replica(story_, request, at, wanted, loads_);
  if (!timeline_.has(Dial::route_misroute)) return chosen;
  const ReplicaFacts facts = facts_of(chosen, now);
  const Moment moment{at, &request, &facts};
  if (!timeline_.happens(Dial::route_misroute, moment)) return chosen;
  const std::string& to = timeline_.fault_on(Dial::route_misroute, moment)->to;
  for (size_t i = 0; i < engines_.size(); ++i)
    if (story_.engine.replicas[i].name == to) return i;
  return chosen;
}

}  // namespace foreshock::scenario
