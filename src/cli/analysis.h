#pragma once
// The loop on a thread of its own, watched over: one that throws or hangs is replaced, and nobody who tells
// it something ever waits for it.
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "cli/analysis_options.h"
#include "cli/loop_seat.h"
#include "core/ports.h"
#include "flow/loop.h"
#include "mitigate/lease_board.h"
#include "store/store.h"

namespace foreshock::cli {

// What a loop learns before it meets the service: it is told the past. What it finds there is not kept,
// nothing is turned. Ends early when GO_ON says no. On the loop's thread.
using Teach = std::function<void(flow::Loop& loop, Instant now, const std::function<bool()>& go_on)>;

struct AnalysisHouse {
  const Clock& clock;
  store::Store& store;
  DialBoard& dials;
  std::shared_ptr<mitigate::PendingActions> pending;  // may outlive the others with a loop that hangs
  Signals signals;
};

struct AnalysisHooks {
  Teach teach;                        // empty: it learns from the running service alone
  std::function<void()> before_look;  // for tests: on the loop's thread, each time before it looks
};

// What a loop says of itself, for whoever asks. Safe for threads.
class LearningNote {
 public:
  void write(Learning learning) {
    const std::lock_guard lock(mutex_);
    learning_ = std::move(learning);
  }
  Learning read() const {
    const std::lock_guard lock(mutex_);
    return learning_;
  }

 private:
  mutable std::mutex mutex_;
  Learning learning_;
};

class Analysis final : public EventSink, public SeriesSink {
 public:
  // What HOUSE refers to outlives it.
  Analysis(const AnalysisOptions& options, const mitigate::MitigateOptions& mitigate, AnalysisHouse house,
           AnalysisHooks hooks = {});
  // A loop that does not end in time is left alone; it touches nothing any more.
  ~Analysis() override;

  void take(const SampleGrid& grid) { tell(grid); }
  void take(std::span<const Sample> samples) override {
    tell(std::vector<Sample>(samples.begin(), samples.end()));
  }
  void take(const Event& event) override { tell(event); }

  // A fresh loop takes the place of this one, soon: it knows nothing but what it is taught. From any thread.
  void start_over();

  bool ready() const { return ready_; }  // the first loop has learnt, or some later one
  Learning learning() const { return learning_.read(); }
  uint64_t threw() const { return threw_; }
  uint64_t hung() const { return hung_; }
  uint64_t dropped() const { return dropped_; }  // measurements and events

 private:
  void tell(Told told);
  void start();
  void supervise();
  enum class Reason { threw, hung, asked };
  void replace(Reason reason);

  const AnalysisOptions options_;
  const flow::LoopOptions loop_options_;
  const AnalysisHouse house_;
  const AnalysisHooks hooks_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false, asked_ = false;
  std::shared_ptr<LoopSeat> seat_;
  std::thread loop_;
  std::atomic<bool> ready_{false};
  LearningNote learning_;
  std::atomic<uint64_t> threw_{0}, hung_{0}, dropped_{0};
  std::thread supervisor_;
};

}  // namespace foreshock::cli
