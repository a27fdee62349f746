#pragma once
// Calls the interface that engines have for operators.
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "collect/backend_pages.h"
#include "collect/order.h"
#include "collect/roster.h"
#include "core/ports.h"
#include "net/task_group.h"

namespace foreshock::collect {

class EngineControl final : public Actuator {
 public:
  static constexpr size_t most_at_once = 8, deeds_kept = 100;
  // Loading a model or writing a state takes its time.
  static constexpr Duration patience = std::chrono::minutes(10);

  // Calls on the thread of IO. All outlive it. DONE: for each deed that has ended, on that thread.
  EngineControl(net::IoThread& io, const Clock& clock, const Roster& roster,
                std::function<void(const EngineDeed&)> done);
  ~EngineControl() override;  // gives up what runs

  // In place of those before; what runs goes on.
  void serve(const std::vector<CollectedBackend>& backends);

  std::vector<Engine> engines() const override;
  Result<uint64_t> begin(EngineOrder order) override;
  std::vector<EngineDeed> deeds() const override;

 private:
  net::Awaitable<void> carry_out(std::shared_ptr<BackendPages> pages, EngineCall call, uint64_t number);
  std::shared_ptr<BackendPages> pages_of(const std::string& replica) const;
  void end(uint64_t number, bool good, std::string outcome);

  net::IoThread& io_;
  const Clock& clock_;
  const Roster& roster_;
  const std::function<void(const EngineDeed&)> done_;
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::string, std::shared_ptr<BackendPages>> backends_;
  std::deque<EngineDeed> deeds_;  // newest first
  size_t running_ = 0;
  uint64_t last_number_ = 0;
  net::TaskGroup tasks_;  // last: it ends before what its tasks use
};

}  // namespace foreshock::collect
