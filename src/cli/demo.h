#pragma once
// A show of the whole loop: simulated replicas under load, of which the engine's version changes and the
// judge of its drafts is starved.
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/analysis.h"
#include "cli/config.h"
#include "cli/live_stage.h"
#include "console/console.h"

namespace foreshock::cli {

// Looks and acts faster than a service should: within a minute there is something to see. The policy acts by
// itself, unless MODE says otherwise or CONFIG lets it suggest. Returns the keys of CONFIG that were set and
// are set otherwise now, for people.
std::vector<std::string> set_for_demo(Config& config, std::optional<Autonomy> mode = {});
// A loop is told hours of the same load while nothing is wrong, as if they had just passed.
Teach demo_lesson();

// What a demo asks of the service that plays it.
struct DemoHouse {
  std::function<bool()> has_learnt;  // the loop, what is usual
  std::function<void()> forget;      // a fresh loop, and no dial turned
  Autonomy autonomy = Autonomy::act;
};

class Demo final : public console::DemoSwitch {
 public:
  // The replicas, as backends, are added to BACKENDS. Errors: io.
  static Result<std::unique_ptr<Demo>> start(std::vector<gateway::BackendOptions>& backends, DemoHouse house);
  ~Demo() override;  // stops

  // Users send to the gateway at URL from now on; a minute later it goes wrong, or when somebody begins it if
  // it WAITS. Errors: bad_config.
  Result<void> play(const std::string& url, bool waits);
  State state() const override;
  Autonomy autonomy() const override { return house_.autonomy; }
  void begin() override;
  // The loop is replaced a while later, when what was under way has ended.
  void reset() override;
  // Those who ask go before the gateway.
  void stop_users();

 private:
  Demo(const scenario::Story& story, DemoHouse house);

  const scenario::Story story_;
  const DemoHouse house_;
  const RealClock clock_;
  mutable std::mutex mutex_;
  std::optional<Instant> goes_wrong_;  // at, or did; none: when somebody begins it
  bool settles_ = false;               // after a reset
  LiveStage stage_;
  std::thread show_;
};

}  // namespace foreshock::cli
