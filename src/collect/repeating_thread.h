#pragma once
// A thread that does the same again and again.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "core/instant.h"

namespace foreshock::collect {

class RepeatingThread {
 public:
  // ROUND at once, and then EVERY so often from begin to begin; one that takes longer is followed by the next
  // without a backlog. NAME: at most 15 bytes.
  RepeatingThread(const char* name, Duration every, std::function<void()> round);
  // Waits for the round under way.
  ~RepeatingThread();
  RepeatingThread(const RepeatingThread&) = delete;
  RepeatingThread& operator=(const RepeatingThread&) = delete;

 private:
  void run(const char* name, Duration every);

  const std::function<void()> round_;
  std::mutex mutex_;
  std::condition_variable wakes_;
  bool stopped_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace foreshock::collect
