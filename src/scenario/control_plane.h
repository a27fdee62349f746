#pragma once
// What surrounds the engines: look-ups of their names, health checks, the devices under them. Times are those
// of the model.
#include <optional>

#include "scenario/fleet.h"
#include "scenario/replica_samples.h"
#include "scenario/request_effects.h"

namespace foreshock::scenario {

class ControlPlane {
 public:
  static constexpr double check_every = 5;  // s

  // All outlive it.
  ControlPlane(const Story& story, uint64_t seed, Timeline& timeline, const Fleet& fleet, const Pace& pace);

  // Looks names up, asks each replica for its health, looks at its device. SAMPLES,
  // for lookup_time and health, may be absent.
  void check(double now, Instant at, ReplicaSamples* samples);
  // What happens to a request to REPLICA because of its surroundings; nothing: they let it through.
  std::optional<Fate> fate(uint64_t request, size_t replica, double now) const;

 private:
  struct Place {
    double looked_up_at = -1e18;  // its name, with success
    double device_gone_since = 1e18;
  };

  double value(Dial dial, size_t replica, double now) const;
  bool happens(Dial dial, size_t replica, double now);
  void look_up(size_t replica, double now, ReplicaSamples* samples);
  void look_at_health(size_t replica, double now, ReplicaSamples* samples);

  const Story& story_;
  const uint64_t seed_;
  Timeline& timeline_;
  const Fleet& fleet_;
  const Pace& pace_;
  std::vector<Place> places_;
  uint64_t draws_ = 0;
};

}  // namespace foreshock::scenario
