#pragma once
// Tasks on one IoThread that end together.
#include <cstddef>
#include <memory>

#include "net/io.h"

namespace foreshock::net {

// A cancelled task sees its wait end with an error; the next one throws, so that it unwinds without further
// care.
class TaskGroup {
 public:
  explicit TaskGroup(IoThread& io);
  ~TaskGroup();  // stops
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;

  // Starts WORK on the thread; after stop() it is dropped unrun. An exception that leaves it is logged. From
  // any thread.
  void spawn(Awaitable<void> work);
  // Cancels every task and waits until all have ended; from the IoThread itself, or after its end, it does
  // not wait.
  void stop();
  // Waits until all have ended by themselves. Not from the IoThread.
  void wait();
  // Tasks that have not ended.
  size_t size() const;

 private:
  struct State;
  IoThread& io_;
  std::shared_ptr<State> state_;
};

}  // namespace foreshock::net
