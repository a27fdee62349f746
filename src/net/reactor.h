#pragma once
// One thread's event loop over epoll, level-triggered: the floor under the gateway's data plane. Everything
// else uses Asio (io.h).
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <sys/epoll.h>

#include "core/file_descriptor.h"
#include "core/instant.h"
#include "core/result.h"

namespace foreshock::net {

struct Readiness {
  bool readable = false;
  bool writable = false;
  bool peer_closed = false;  // the peer has ended or reset its side
};

struct Interest {
  bool read = true;
  bool write = false;
  bool peer_close = false;  // told even while nothing is read
  bool operator==(const Interest&) const = default;
};

// Lives and runs on one thread; post() and stop() may be called from any.
class Reactor {
 public:
  // Something with a file descriptor. May forget or destroy any source while it is called.
  class Source {
   public:
    virtual ~Source() = default;
    virtual void on_ready(Readiness readiness) = 0;
    virtual void on_turn_end() {}
  };

  static Result<std::unique_ptr<Reactor>> create(const Clock& clock);

  void watch(int descriptor, Source& source, Interest interest);
  void change(int descriptor, Source& source, Interest interest);
  // No call reaches SOURCE any more, not even for what is already known to be ready.
  void forget(int descriptor, const Source& source);

  // SOURCE's on_turn_end() is called once, when all that was ready has been told: what is sent then wakes its
  // readers together. On this thread.
  void at_turn_end(Source& source) { ending_.push_back(&source); }

  void post(std::function<void()> task);
  // TASK runs about twenty times a second: for deadlines, which are never nearer than that.
  void on_tick(std::function<void(Instant now)> task) { tick_ = std::move(task); }

  void run();
  void stop();
  // Of the clock, read once a wake-up.
  Instant now() const { return now_; }

 private:
  Reactor(const Clock& clock, FileDescriptor poll, FileDescriptor wake);
  bool woken() const;
  void run_posted();
  void dispatch();
  void tick();
  void end_turn();

  const Clock& clock_;
  FileDescriptor poll_;
  FileDescriptor wake_;
  Instant now_;
  std::function<void(Instant)> tick_;
  std::array<epoll_event, 256> events_{};
  int dispatching_ = 0;          // events of this wake-up
  std::vector<Source*> ending_;  // whose on_turn_end() is due
  std::chrono::steady_clock::time_point next_tick_;
  bool stopped_ = false;
  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;
};

}  // namespace foreshock::net
