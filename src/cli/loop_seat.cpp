#include "cli/loop_seat.h"

#include <utility>

namespace foreshock::cli {

bool LoopSeat::tell(Told told) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_ || waiting_.size() >= most_waiting_) return false;
    waiting_.push_back(std::move(told));
  }
  changed_.notify_all();
  return true;
}

std::deque<Told> LoopSeat::take(std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, at_most, [this] { return closed_ || !waiting_.empty(); });
  if (closed_) throw SeatClosed();
  return std::exchange(waiting_, {});
}

void LoopSeat::close() {
  {
    const std::lock_guard gate(gate_);
    const std::lock_guard lock(mutex_);
    closed_ = true;
    waiting_.clear();
  }
  changed_.notify_all();
}

void LoopSeat::leave(bool failed) {
  {
    const std::lock_guard lock(mutex_);
    failed_ = failed;
    left_ = true;
  }
  changed_.notify_all();
}

bool LoopSeat::wait_until_left(Duration at_most) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, at_most, [this] { return left_.load(); });
}

}  // namespace foreshock::cli
