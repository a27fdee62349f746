#include "store/flush_thread.h"

#include <algorithm>

#include "core/thread_name.h"

namespace foreshock::store {

FlushThread::FlushThread(Duration every, std::function<void()> flush)
    : every_(every), flush_(std::move(flush)), thread_([this](const std::stop_token& stop) { loop(stop); }) {}

// A flush that takes long does not put off the next.
void FlushThread::loop(const std::stop_token& stop) {
  name_this_thread("store-flush");
  using Steady = std::chrono::steady_clock;
  std::unique_lock lock(mutex_);
  for (auto next = Steady::now() + every_;; next = std::max(next + every_, Steady::now())) {
    if (stopped_.wait_until(lock, stop, next, [&] { return stop.stop_requested(); })) return;
    flush_();
  }
}

}  // namespace foreshock::store
