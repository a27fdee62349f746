#pragma once
// A show of the whole loop: simulated replicas under load, of which the engine's version changes and the
// judge of its drafts is starved.
#include <memory>
#include <thread>

#include "cli/analysis.h"
#include "cli/config.h"
#include "cli/live_stage.h"

namespace foreshock::cli {

// Looks and acts faster than a service should: within a minute there is something to see.
void set_for_demo(Config& config);
// A loop is told hours of the same load while nothing is wrong, as if they had just passed.
Teach demo_lesson();

class Demo {
 public:
  // The replicas, as backends, are added to BACKENDS. Errors: io.
  static Result<std::unique_ptr<Demo>> start(std::vector<gateway::BackendOptions>& backends);
  ~Demo();  // stops

  // Users send to the gateway at URL from now on; a minute later it goes wrong. Errors: bad_config.
  Result<void> play(const std::string& url);
  // Those who ask go before the gateway.
  void stop_users();

 private:
  explicit Demo(const scenario::Story& story);

  const scenario::Story story_;
  LiveStage stage_;
  std::thread show_;
};

}  // namespace foreshock::cli
