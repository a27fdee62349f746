#pragma once
// Calls a function again and again on a thread of its own.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "core/instant.h"

namespace foreshock::store {

class FlushThread {
 public:
  // Calls FLUSH every EVERY (real time) until destroyed, which waits for a running call.
  FlushThread(Duration every, std::function<void()> flush);

 private:
  void loop(const std::stop_token& stop);

  const Duration every_;
  const std::function<void()> flush_;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;
};

}  // namespace foreshock::store
