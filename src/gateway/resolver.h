#pragma once
// Looks the names of backends up again: their addresses change while the service runs.
#include <condition_variable>
#include <mutex>
#include <thread>

#include "gateway/backend.h"

namespace foreshock::gateway {

// Of backends that are told by name; a thread of its own, since the look-up blocks. One that fails changes
// nothing.
class Resolver {
 public:
  Resolver(const Backends& backends, Duration every, LookUp look_up);
  ~Resolver();  // waits for a look-up under way

  // A backend could not be reached: look at once, if that was not done within the last second.
  void hurry();

 private:
  void run();
  void look_up_all();

  const Backends& backends_;
  const Duration every_;
  const LookUp look_up_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool hurried_ = false, stopped_ = false;
  std::thread thread_;
};

}  // namespace foreshock::gateway
