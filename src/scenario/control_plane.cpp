#include "scenario/control_plane.h"

#include <algorithm>

#include "enginesim/random.h"
#include "enginesim/request_faults.h"

namespace foreshock::scenario {
namespace control_plane_impl {

using enginesim::mixed;
using enginesim::Random;
using enginesim::without_device;

}  // namespace control_plane_impl

ControlPlane::ControlPlane(const Story& story, uint64_t seed, Timeline& timeline, const Fleet& fleet,
                           const Pace& pace)
    : story_(story),
      seed_(enginesim::mixed(seed, enginesim::hash_of("control"))),
      timeline_(timeline),
      fleet_(fleet),
      pace_(pace),
      places_(story.engine.replicas.size()) {}

double ControlPlane::value(Dial dial, size_t replica, double now) const {
  const ReplicaFacts facts = fleet_.facts_of(replica, now);
  return timeline_.value(dial, {pace_.story_at(now), nullptr, &facts});
}

bool ControlPlane::happens(Dial dial, size_t replica, double now) {
  const double chance = value(dial, replica, now);
  if (chance <= 0) return false;
  return control_plane_impl::Random(control_plane_impl::mixed(seed_, ++draws_)).uniform() < chance;
}

void ControlPlane::check(double now, Instant at, ReplicaSamples* samples) {
  for (size_t i = 0; i < places_.size(); ++i) {
    if (samples) samples->of(i, fleet_.version(i), at, pace_.rate());
    look_up(i, now, samples);
    look_at_health(i, now, samples);
    double& gone = places_[i].device_gone_since;
    gone = value(Dial::gpu_vanish, i, now) > 0 ? std::min(gone, now) : 1e18;
  }
}

// At each check, so that an answer is as old as its time allows before requests feel that it is missing.
void ControlPlane::look_up(size_t replica, double now, ReplicaSamples* samples) {
  if (samples) samples->add("lookup_time", value(Dial::control_latency, replica, now) / 1000);
  if (!happens(Dial::dns_fail, replica, now)) places_[replica].looked_up_at = now;
}

void ControlPlane::look_at_health(size_t replica, double now, ReplicaSamples* samples) {
  const auto& engine = fleet_.replica(replica);
  const bool answers = !engine.down(now) && !engine.stalled() && !happens(Dial::connect_fail, replica, now);
  const bool healthy = answers && !happens(Dial::health_fail, replica, now);
  if (samples) samples->add("health", healthy ? 1 : 0);
}

std::optional<Fate> ControlPlane::fate(uint64_t request, size_t replica, double now) const {
  using namespace control_plane_impl;
  const Place& place = places_[replica];
  if (now - place.device_gone_since >= without_device) return Fate::server_error;
  if (now - place.looked_up_at < seconds(story_.engine.dns_ttl)) return std::nullopt;
  const double chance = value(Dial::dns_fail, replica, now);
  if (Random(mixed(mixed(seed_, 7), request)).uniform() < chance) return Fate::refused;
  return std::nullopt;
}

}  // namespace foreshock::scenario
