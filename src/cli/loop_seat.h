#pragma once
// What one loop on its thread shares with the service: what is told to it, and the gate to what it may touch.
// Once closed it gets and touches nothing more, so that a loop that hangs may be left alone.
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <variant>

#include "core/event.h"
#include "core/series.h"

namespace foreshock::cli {

// What the loop is told, in the order of its coming.
using Told = std::variant<SampleGrid, std::vector<Sample>, Event>;

// Thrown at a loop that nobody waits for any more.
struct SeatClosed : std::runtime_error {
  SeatClosed() : std::runtime_error("the loop was left alone") {}
};

class LoopSeat {
 public:
  explicit LoopSeat(size_t most_waiting) : most_waiting_(most_waiting) {}

  // Never waits for the loop. Whether there was room.
  bool tell(Told told);
  // All that waits, oldest first; waits for something at most that long. Throws SeatClosed.
  std::deque<Told> take(std::chrono::milliseconds at_most);

  // Runs TOUCH, which may use what the service owns. Throws SeatClosed.
  template <class Touch>
  auto pass(Touch&& touch) {
    const std::lock_guard lock(gate_);
    if (closed_) throw SeatClosed();
    return touch();
  }
  // Waits for a touch under way, for nothing else.
  void close();
  bool closed() const { return closed_; }

  // A sign of life.
  void beat() { ++beats_; }
  uint64_t beats() const { return beats_; }
  // The thread has nothing more to do; FAILED: because something was thrown.
  void leave(bool failed);
  bool left() const { return left_; }
  bool failed() const { return failed_; }
  // Whether it left within that time.
  bool wait_until_left(Duration at_most);

 private:
  const size_t most_waiting_;
  std::mutex gate_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Told> waiting_;
  std::atomic<bool> closed_{false}, left_{false}, failed_{false};
  std::atomic<uint64_t> beats_{0};
};

}  // namespace foreshock::cli
