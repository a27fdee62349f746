#include "cli/live_replicas.h"

#include <fmt/format.h>

#include "scenario/fleet_router.h"

namespace foreshock::cli {

Result<std::vector<gateway::BackendOptions>> LiveReplicas::start(
    net::IoThread& io, const Clock& clock, scenario::Timeline& timeline, scenario::Fleet& fleet,
    const scenario::ControlPlane& control, LiveAttempts& attempts, std::function<double()> now) {
  std::vector<gateway::BackendOptions> backends;
  for (size_t i = 0; i < story_.engine.replicas.size(); ++i) {
    const scenario::Replica& replica = story_.engine.replicas[i];
    planners_.push_back(
        std::make_unique<LivePlanner>(story_, seed_, timeline, fleet, control, attempts, i, now));
    enginesim::ServedReplicaOptions options;
    options.spec = scenario::spec_of(story_, seed_, i, false);
    options.model = story_.engine.preset.name;
    options.any_model = true;  // stories name none
    options.name = replica.name;
    options.version = replica.version;
    FORESHOCK_TRY(auto served, enginesim::ServedReplica::start(io, net::Address{"127.0.0.1", 0}, options,
                                                               *planners_.back(), clock));
    urls_.push_back(fmt::format("http://{}", net::to_text(served->address())));
    backends.push_back({replica.name, urls_.back(), "simulated", ""});
    served_.push_back(std::move(served));
  }
  if (story_.engine.endpoint == scenario::Endpoint::each) return backends;
  FORESHOCK_TRY(router_, LiveRouter::start(io, clock, urls_, fleet, attempts, std::move(now)));
  return std::vector<gateway::BackendOptions>{
      {std::string(scenario::service_name), "http://" + net::to_text(router_->address()), "simulated", ""}};
}

void LiveReplicas::stop() {
  router_.reset();
  for (const auto& served : served_) served->stop();
}

}  // namespace foreshock::cli
