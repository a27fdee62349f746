#include "store/flush_thread.h"

namespace foreshock::store {

FlushThread::FlushThread(Duration every, std::function<void()> flush)
    : every_(every), flush_(std::move(flush)), thread_([this](const std::stop_token& stop) { loop(stop); }) {}

void FlushThread::loop(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, stop, every_, [&] { return stop.stop_requested(); })) flush_();
}

}  // namespace foreshock::store
