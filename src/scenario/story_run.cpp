#include "scenario/story_run.h"

#include <algorithm>
#include <cmath>

namespace foreshock::scenario {
namespace story_run_impl {

using enginesim::VirtualSpec;

constexpr double tick = 1;  // s: how often dials that move slowly are turned

VirtualSpec spec_of(const Story& story, uint64_t seed, size_t replica) {
  const auto& engine = story.engine;
  const Preset& preset = engine.preset;
  VirtualSpec spec;
  spec.seed = enginesim::mixed(seed, enginesim::hash_of(engine.replicas[replica].name));
  spec.decode_rate = preset.decode_rate;
  spec.step_growth = preset.step_growth;
  spec.prefill_rate = preset.prefill_rate;
  spec.first_token = seconds(preset.first_token);
  spec.first_token_log_sd = preset.first_token_log_sd;
  spec.inter_token_log_sd = preset.inter_token_log_sd;
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
  double rate = 0;
  for (const LoadClass& load : story.load) rate += load.rate.value_or(0);
  const double history = seconds(story.history);
  spec.started_at = -history;
  spec.served = std::llround(history * rate / static_cast<double>(engine.replicas.size()));
  return spec;
}

// What a healthy history leaves behind is a full house: sessions under way, warm caches, requests in flight.
// A few times the length of a session makes it; the rest of the history would change nothing at this
// fidelity, and its uptime and served requests are simply counted in.
double warm_up(const Story& story, const Traffic& traffic) {
  double longest = 60;
  for (size_t i = 0; i < story.load.size(); ++i)
    longest = std::max(longest, 2 * traffic.session_seconds(i) + 10 * traffic.mean_turns(i));
  return std::min({longest, 3600.0, seconds(story.history)});
}

}  // namespace story_run_impl

StoryRun::StoryRun(const Story& story, uint64_t seed, ObservationSink& sink)
    : story_(story),
      seed_(seed),
      sink_(sink),
      timeline_(story, seed),
      traffic_(story, seed),
      clients_(story.clients),
      end_(seconds(story.length)) {
  for (size_t i = 0; i < story.engine.replicas.size(); ++i) {
    Engine engine;
    engine.replica = std::make_unique<enginesim::VirtualReplica>(story_run_impl::spec_of(story, seed, i));
    engine.version = story.engine.replicas[i].version;
    for (const Dial dial : timeline_.engine_dials()) engine.dials.push_back(healthy_value(story, dial));
    engines_.push_back(std::move(engine));
  }
  loads_.resize(engines_.size());
}

int64_t StoryRun::run() {
  now_ = -story_run_impl::warm_up(story_, traffic_);
  schedule_beginning();
  while (true) {
    double next = due_.empty() ? end_ + 1 : due_.top().at;
    for (const Engine& engine : engines_) next = std::min(next, engine.replica->next_event_at());
    if (next > end_) break;
    now_ = std::max(now_, next);
    advance_engines(now_);
    if (due_.empty() || due_.top().at > now_) continue;
    const Due due = due_.top();
    due_.pop();
    happen(due);
  }
  return requests_;
}

void StoryRun::schedule(double at, What what, size_t which, uint32_t generation) {
  due_.push({at, ++orders_, what, which, generation});
}

void StoryRun::schedule_beginning() {
  for (size_t i = 0; i < story_.load.size(); ++i) {
    const LoadClass& load = story_.load[i];
    if (load.rate) {
      schedule_arrival(i);
      continue;
    }
    for (int64_t user = 0; user < load.users.value_or(0); ++user) {
      const double share = static_cast<double>(user) / static_cast<double>(*load.users);
      schedule(now_ + share * std::max(1.0, seconds(load.think.median)), What::arrival, i);
    }
  }
  if (!timeline_.engine_dials().empty()) {
    for (const double at : timeline_.breaks())
      if (at >= now_) schedule(at, What::change, 1);
    schedule(now_, What::change, 0);
  }
  for (size_t i = 0; i < story_.events.size(); ++i) {
    const StoryEvent& event = story_.events[i];
    schedule(seconds(event.at), What::event, i);
    if (event.until) schedule(seconds(*event.until), What::event_end, i);
  }
}

void StoryRun::happen(const Due& due) {
  switch (due.what) {
    case What::arrival:
      return on_arrival(due.which);
    case What::turn:
      return next_turn(due.which);
    case What::attempt:
      return start_attempt(due.which);
    case What::give_up:
      if (flights_[due.which].generation == due.generation) give_up(due.which);
      return;
    case What::change:
      turn_dials();
      if (due.which == 0) schedule(now_ + story_run_impl::tick, What::change, 0);
      return;
    case What::event:
      return on_event(story_.events[due.which], true);
    case What::event_end:
      return on_event(story_.events[due.which], false);
  }
}

void StoryRun::advance_engines(double now) {
  for (size_t i = 0; i < engines_.size(); ++i) {
    if (engines_[i].replica->next_event_at() > now) continue;
    outcomes_.clear();
    engines_[i].replica->advance(now, outcomes_);
    for (const auto& outcome : outcomes_) on_outcome(outcome);
    if (timeline_.depends_on_state()) turn_dials_of(i);
  }
}

ReplicaFacts StoryRun::facts_of(size_t replica) const {
  const auto& engine = *engines_[replica].replica;
  ReplicaFacts facts;
  facts.index = replica;
  facts.replica = &story_.engine.replicas[replica];
  facts.version = engines_[replica].version;
  facts.running = engine.running();
  facts.waiting = engine.waiting();
  facts.served = engine.served();
  facts.uptime = engine.uptime(now_);
  facts.gap = engine.gap(now_);
  facts.cold = engine.cold(now_);
  return facts;
}

void StoryRun::turn_dials() {
  for (size_t i = 0; i < engines_.size(); ++i) turn_dials_of(i);
}

void StoryRun::turn_dials_of(size_t replica) {
  Engine& engine = engines_[replica];
  const ReplicaFacts facts = facts_of(replica);
  const auto& dials = timeline_.engine_dials();
  for (size_t i = 0; i < dials.size(); ++i) {
    const double value = timeline_.value(dials[i], {now_, nullptr, &facts});
    if (value == engine.dials[i]) continue;
    engine.dials[i] = value;
    if (dials[i] != Dial::restart) {
      engine.replica->set(dials[i], value, now_);
    } else if (value > 0) {
      exchange(replica, engine.version, true);
    }
  }
}

// Those that exchange the process; after their end the old one is back. Others only show where they are told.
void StoryRun::on_event(const StoryEvent& event, bool begins) {
  if (event.kind != EventKind::model_version && event.kind != EventKind::config_change) return;
  for (size_t i = 0; i < engines_.size(); ++i) {
    const Replica& replica = story_.engine.replicas[i];
    const auto& names = event.replicas;
    if (!names.empty() && std::find(names.begin(), names.end(), replica.name) == names.end()) continue;
    const std::string_view version = event.to.empty() ? engines_[i].version : std::string_view(event.to);
    exchange(i, begins ? version : std::string_view(replica.version), event.restart);
  }
  turn_dials();
}

void StoryRun::exchange(size_t replica, std::string_view version, bool restart) {
  Engine& engine = engines_[replica];
  engine.version = version;
  timeline_.replica_restarted(replica);
  if (!restart) return engine.replica->exchange(now_);
  std::vector<enginesim::VirtualOutcome> reset;
  engine.replica->restart(now_, reset);
  for (const auto& outcome : reset) on_outcome(outcome);
}

size_t StoryRun::route(const Flight& flight) {
  for (size_t i = 0; i < engines_.size(); ++i) {
    const auto& replica = *engines_[i].replica;
    loads_[i] = {replica.running() + replica.waiting(), replica.down(now_), 1};
    if (!timeline_.has(Dial::route_weight)) continue;
    const ReplicaFacts facts = facts_of(i);
    loads_[i].weight = timeline_.value(Dial::route_weight, {now_, nullptr, &facts});
  }
  const RequestFacts& request = flight.asked.facts;
  const size_t chosen = choose_replica(story_, request, now_, sessions_[flight.session].replica, loads_);
  if (!timeline_.has(Dial::route_misroute)) return chosen;
  const ReplicaFacts facts = facts_of(chosen);
  const Moment moment{now_, &request, &facts};
  if (!timeline_.happens(Dial::route_misroute, moment)) return chosen;
  const std::string& to = timeline_.fault_on(Dial::route_misroute, moment)->to;
  for (size_t i = 0; i < engines_.size(); ++i)
    if (story_.engine.replicas[i].name == to) return i;
  return chosen;
}

}  // namespace foreshock::scenario
