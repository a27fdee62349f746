#pragma once
// What is awaited, and a thread that runs it: other rooms need no more of Asio than this.
#include <functional>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include <asio/any_io_executor.hpp>
#include <asio/awaitable.hpp>

#include "core/instant.h"

// g++ 12 takes the operator delete of Asio's coroutine frames for a mismatch when it optimises.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

namespace foreshock::net {

template <class T>
using Awaitable = asio::awaitable<T>;
using Executor = asio::any_io_executor;

// One thread with one event loop. Whatever holds a socket or a timer of it (servers, clients, task groups)
// must be destroyed before it.
class IoThread {
 public:
  explicit IoThread(const char* name = "io");  // of the thread; must outlive it
  ~IoThread();                                 // stops
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  // Runs WORK on the thread. From any thread.
  void post(std::function<void()> work);
  // Starts WORK on the thread and lets it run; an exception that leaves it is logged. From any thread.
  void spawn(Awaitable<void> work);
  // Starts WORK on the thread and waits for its result, or throws what it threw. Not from the thread itself.
  // WORK must end before stop().
  template <class T>
  T wait_for(Awaitable<T> work);

  Executor executor() const;
  bool on_this_thread() const;
  bool running() const;
  // Ends the loop and joins the thread. What still waits is never resumed.
  void stop();

 private:
  struct Loop;
  std::unique_ptr<Loop> loop_;
};

// Returns at once for a time that is not positive.
Awaitable<void> sleep_for(Duration duration);

namespace io_impl {

// A free function and not a lambda: its frame owns what it needs.
template <class T>
Awaitable<void> fulfil(Awaitable<T> work, std::promise<T> promise) {
  try {
    if constexpr (std::is_void_v<T>) {
      co_await std::move(work);
      promise.set_value();
    } else {
      promise.set_value(co_await std::move(work));
    }
  } catch (...) {
    promise.set_exception(std::current_exception());
  }
}

}  // namespace io_impl

template <class T>
T IoThread::wait_for(Awaitable<T> work) {
  std::promise<T> promise;
  std::future<T> result = promise.get_future();
  spawn(io_impl::fulfil(std::move(work), std::move(promise)));
  return result.get();
}

}  // namespace foreshock::net
