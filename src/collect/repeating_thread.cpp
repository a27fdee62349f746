#include "collect/repeating_thread.h"

#include "core/thread_name.h"

namespace foreshock::collect {

RepeatingThread::RepeatingThread(const char* name, Duration every, std::function<void()> round)
    : round_(std::move(round)), thread_([this, name, every] { run(name, every); }) {}

RepeatingThread::~RepeatingThread() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wakes_.notify_all();
  thread_.join();
}

void RepeatingThread::run(const char* name, Duration every) {
  using Steady = std::chrono::steady_clock;
  name_this_thread(name);
  for (auto next = Steady::now();; next = std::max(next + every, Steady::now())) {
    std::unique_lock lock(mutex_);
    if (wakes_.wait_until(lock, next, [this] { return stopped_; })) return;
    lock.unlock();
    round_();
  }
}

}  // namespace foreshock::collect
