#pragma once
// The replicas of a story as the pipeline sees them.
#include "mitigate/pipeline.h"
#include "scenario/fleet.h"

namespace foreshock::scenario {

// How the one backend is called that routes inside.
inline constexpr std::string_view service_name = "service";

// The service routes by itself, and once: what one replica refuses goes to no other.
class FleetRouter final : public mitigate::Router {
 public:
  // Both outlive it.
  FleetRouter(const Story& story, Fleet& fleet) : story_(story), fleet_(fleet) {}

  // Whose choice is next: REQUEST outlives it. WANTED as for Fleet::route.
  void ask_for(const RequestFacts& request, int64_t wanted, double now) {
    request_ = &request;
    wanted_ = wanted;
    now_ = now;
  }
  // Whether a fault led the last choice astray.
  bool astray() const { return astray_; }

  mitigate::Route choose(std::span<const size_t> tried) override;
  // Where the service routes inside, nobody knows its replica before the answer.
  std::string_view name_of(size_t backend) const override {
    return story_.engine.endpoint == Endpoint::one ? service_name
                                                   : std::string_view(story_.engine.replicas[backend].name);
  }
  std::string_view kind_of(size_t) const override { return "simulated"; }

 private:
  const Story& story_;
  Fleet& fleet_;
  const RequestFacts* request_ = nullptr;
  int64_t wanted_ = -1;
  double now_ = 0;
  bool astray_ = false;
};

}  // namespace foreshock::scenario
