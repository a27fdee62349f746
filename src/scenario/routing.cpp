#include "scenario/routing.h"

#include <algorithm>

#include "enginesim/random.h"

namespace foreshock::scenario {
namespace routing_impl {

using enginesim::mixed;
using enginesim::Random;

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The pool of the first route that holds; empty: any replica.
std::string_view pool_for(const Story& story, const RequestFacts& request, double at) {
  for (const Route& route : story.engine.routes)
    if (holds_for(route.when, request) && holds_at(route.when, story.start + from_seconds(at)))
      return route.pool;
  return {};
}

// Drawn by session: one stays with its version.
bool goes_to_canary(const Canary& canary, const RequestFacts& request) {
  return Random(mixed(request.session, enginesim::hash_of("canary"))).uniform() < canary.share;
}

size_t least_busy(const std::vector<size_t>& among, const std::vector<ReplicaLoad>& loads, uint64_t draw) {
  // Equally busy ones take turns by chance.
  size_t best = among[draw % among.size()];
  for (const size_t i : among)
    if (loads[i].requests < loads[best].requests) best = i;
  return best;
}

size_t by_weight(const std::vector<size_t>& among, const std::vector<ReplicaLoad>& loads, uint64_t draw) {
  double sum = 0;
  for (const size_t i : among) sum += loads[i].weight;
  double left = static_cast<double>(draw >> 11) * 0x1p-53 * sum;
  for (const size_t i : among) {
    left -= loads[i].weight;
    if (left < 0) return i;
  }
  return among.back();
}

}  // namespace routing_impl

size_t choose_replica(const Story& story, const RequestFacts& request, double at, int64_t wanted,
                      const std::vector<ReplicaLoad>& loads) {
  using namespace routing_impl;
  const std::string_view pool = pool_for(story, request, at);
  const bool canary_on = story.canary && at >= seconds(story.canary->at);
  const bool to_canary = canary_on && goes_to_canary(*story.canary, request);
  std::vector<size_t> up, all;
  for (size_t i = 0; i < loads.size(); ++i) {
    const Replica& replica = story.engine.replicas[i];
    if (!pool.empty() && replica.pool != pool) continue;
    if (canary_on && among(story.canary->replicas, replica.name) != to_canary) continue;
    all.push_back(i);
    if (!loads[i].down && loads[i].weight > 0) up.push_back(i);
  }
  if (up.empty()) up = all;
  if (up.empty())
    for (size_t i = 0; i < loads.size(); ++i) up.push_back(i);
  if (std::find(up.begin(), up.end(), static_cast<size_t>(wanted)) != up.end())
    return static_cast<size_t>(wanted);
  const uint64_t draw = mixed(request.id, enginesim::hash_of("route"));
  const bool weighted =
      std::any_of(loads.begin(), loads.end(), [](const ReplicaLoad& load) { return load.weight != 1; });
  return weighted ? by_weight(up, loads, draw) : least_busy(up, loads, draw);
}

}  // namespace foreshock::scenario
