#include "net/task_group.h"

#include <condition_variable>
#include <list>
#include <mutex>

#include <asio/bind_cancellation_slot.hpp>
#include <asio/cancellation_signal.hpp>
#include <asio/co_spawn.hpp>

#include "net/task_end.h"

namespace foreshock::net {

struct TaskGroup::State {
  using Signals = std::list<asio::cancellation_signal>;

  Signals signals;       // one a running task; touched on the thread only
  bool stopped = false;  // touched on the thread only
  mutable std::mutex mutex;
  std::condition_variable ended;
  size_t size = 0;  // guarded by mutex: counts from spawn() on, before the thread knows of the task

  void leave() {
    const std::lock_guard lock(mutex);
    --size;
    ended.notify_all();
  }

  void cancel_all() {
    stopped = true;
    for (auto signal = signals.begin(); signal != signals.end();)
      (signal++)->emit(asio::cancellation_type::terminal);
  }

  static void start(const std::shared_ptr<State>& state, const Executor& executor, Awaitable<void> work) {
    if (state->stopped) return state->leave();
    const auto signal = state->signals.emplace(state->signals.end());
    auto on_end = [state, signal](std::exception_ptr exception) {
      log_task_end(std::move(exception));
      state->signals.erase(signal);
      state->leave();
    };
    asio::co_spawn(executor, std::move(work),
                   asio::bind_cancellation_slot(signal->slot(), std::move(on_end)));
  }
};

TaskGroup::TaskGroup(IoThread& io) : io_(io), state_(std::make_shared<State>()) {}

TaskGroup::~TaskGroup() {
  stop();
}

void TaskGroup::spawn(Awaitable<void> work) {
  {
    const std::lock_guard lock(state_->mutex);
    ++state_->size;
  }
  // std::function wants what it holds to be copyable, and an awaitable is not.
  auto held = std::make_shared<Awaitable<void>>(std::move(work));
  auto start = [state = state_, executor = io_.executor(), held = std::move(held)] {
    State::start(state, executor, std::move(*held));
  };
  if (io_.on_this_thread())
    start();
  else
    io_.post(std::move(start));
}

void TaskGroup::stop() {
  if (!io_.running()) return;
  if (io_.on_this_thread()) return state_->cancel_all();
  io_.post([state = state_] { state->cancel_all(); });
  wait();
}

void TaskGroup::wait() {
  std::unique_lock lock(state_->mutex);
  state_->ended.wait(lock, [this] { return state_->size == 0; });
}

size_t TaskGroup::size() const {
  const std::lock_guard lock(state_->mutex);
  return state_->size;
}

}  // namespace foreshock::net
