#include "scenario/replicas.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "enginesim/preset_spec.h"
#include "scenario/traffic.h"

namespace foreshock::scenario {
namespace replicas_impl {

using enginesim::VirtualSpec;

void add_engine(const Story& story, VirtualSpec& spec) {
  const auto& engine = story.engine;
  spec.max_running = engine.max_running;
  spec.queue = engine.queue;
  spec.kv_blocks = engine.kv_blocks;
  spec.block_tokens = engine.block_tokens;
  spec.context = engine.context;
  spec.prefill_chunk = engine.prefill_chunk;
  if (engine.speculation) {
    spec.draft_length = engine.speculation->draft_length;
    spec.acceptance = engine.speculation->acceptance;
    spec.judge_slots = engine.speculation->judge_slots;
  }
  spec.load_time = seconds(engine.load_time);
  spec.memory = static_cast<double>(engine.memory.value);
}

}  // namespace replicas_impl

enginesim::VirtualSpec spec_of(const Story& story, uint64_t seed, size_t index, bool with_history) {
  const auto& replicas = story.engine.replicas;
  enginesim::VirtualSpec spec = enginesim::spec_of(story.engine.preset);
  spec.seed = enginesim::mixed(seed, enginesim::hash_of(replicas[index].name));
  replicas_impl::add_engine(story, spec);
  const double history = seconds(story.history);
  spec.started_at = -history;
  const double served = with_history ? 0 : history * usual_rate(story);
  spec.served = std::llround(served / static_cast<double>(replicas.size()));
  return spec;
}

VirtualReplicas::VirtualReplicas(const Story& story, uint64_t seed, bool with_history) {
  for (size_t i = 0; i < story.engine.replicas.size(); ++i)
    replicas_.push_back(std::make_unique<enginesim::VirtualReplica>(spec_of(story, seed, i, with_history)));
}

double VirtualReplicas::next_event_at() const {
  double next = std::numeric_limits<double>::infinity();
  for (const auto& replica : replicas_) next = std::min(next, replica->next_event_at());
  return next;
}

bool VirtualReplicas::advance(size_t index, double now, Outcomes& out) {
  if (replicas_[index]->next_event_at() > now) return false;
  replicas_[index]->advance(now, out);
  return true;
}

void VirtualReplicas::set_weight(double requests) {
  for (const auto& replica : replicas_) replica->set_weight(requests);
}

}  // namespace foreshock::scenario
