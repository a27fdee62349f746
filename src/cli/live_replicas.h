#pragma once
// The replicas of a story behind sockets.
#include <memory>
#include <vector>

#include "cli/live_planner.h"
#include "cli/live_router.h"
#include "enginesim/served_replica.h"
#include "gateway/options.h"

namespace foreshock::cli {

class LiveReplicas final : public scenario::Replicas {
 public:
  // STORY outlives it.
  LiveReplicas(const scenario::Story& story, uint64_t seed) : story_(story), seed_(seed) {}

  // Once, before anything else. Returns them as backends of a gateway: each replica, or with endpoint one the
  // one address behind which the service routes. All outlive it. Errors: io.
  Result<std::vector<gateway::BackendOptions>> start(net::IoThread& io, const Clock& clock,
                                                     scenario::Timeline& timeline, scenario::Fleet& fleet,
                                                     const scenario::ControlPlane& control,
                                                     LiveAttempts& attempts, std::function<double()> now);

  // Ends every connection; what the planners know may go then. Not on the thread of IO.
  void stop();

  // The address of each replica, http://host:port; after the start.
  const std::vector<std::string>& urls() const { return urls_; }
  size_t size() const override { return served_.size(); }
  const enginesim::VirtualReplica& at(size_t index) const override { return served_[index]->replica(); }
  void change(size_t index, double, scenario::Outcomes&, const Change& change) override {
    served_[index]->change(change);
  }
  void set_version(size_t index, std::string_view version) override {
    served_[index]->set_version(std::string(version));
  }
  void set_driver(size_t index, std::string_view driver) override {
    served_[index]->set_driver(std::string(driver));
  }

 private:
  const scenario::Story& story_;
  const uint64_t seed_;
  std::vector<std::unique_ptr<LivePlanner>> planners_;
  std::vector<std::unique_ptr<enginesim::ServedReplica>> served_;
  std::vector<std::string> urls_;
  std::unique_ptr<LiveRouter> router_;  // with endpoint one
};

}  // namespace foreshock::cli
