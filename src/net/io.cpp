#include "net/io.h"

#include <atomic>
#include <thread>

#include <asio/co_spawn.hpp>
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/this_coro.hpp>

#include "core/log.h"
#include "core/thread_name.h"
#include "net/asio_values.h"
#include "net/task_end.h"

namespace foreshock::net {

struct IoThread::Loop {
  explicit Loop(const char* called) : name(called) {}

  const char* const name;
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
  std::atomic<bool> running{true};
  std::thread thread{[this] { run(); }};

  // An exception of a handler must not end the loop: log it and go on.
  void run() {
    name_this_thread(name);
    while (!context.stopped()) {
      try {
        context.run();
      } catch (...) {
        log_task_end(std::current_exception());
      }
    }
  }
};

IoThread::IoThread(const char* name) : loop_(std::make_unique<Loop>(name)) {}

IoThread::~IoThread() {
  stop();
}

void IoThread::post(std::function<void()> work) {
  asio::post(loop_->context, std::move(work));
}

void IoThread::spawn(Awaitable<void> work) {
  asio::co_spawn(loop_->context, std::move(work), log_task_end);
}

Executor IoThread::executor() const {
  return loop_->context.get_executor();
}

bool IoThread::on_this_thread() const {
  return loop_->thread.get_id() == std::this_thread::get_id();
}

bool IoThread::running() const {
  return loop_->running;
}

void IoThread::stop() {
  if (!loop_->running.exchange(false)) return;
  loop_->context.stop();
  loop_->thread.join();
}

Awaitable<void> sleep_for(Duration duration) {
  if (duration <= Duration::zero()) co_return;
  const auto executor = co_await asio::this_coro::executor;
  asio::steady_timer timer(executor, deadline_after(duration));
  co_await timer.async_wait(as_values);
}

}  // namespace foreshock::net
