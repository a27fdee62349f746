#pragma once
// Requests that wait because no backend has room, over all workers: first come, first served.
#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "gateway/backend_choice.h"
#include "gateway/permit.h"
#include "net/reactor.h"

namespace foreshock::gateway {

// What a request needs to be served by any thread.
struct Ticket {
  Ticket(net::Reactor& home, const Choice& wish, std::vector<Backend*> left_out)
      : reactor(home), tried(std::move(left_out)), choice(wish) {
    choice.tried = tried;
  }
  Ticket(const Ticket&) = delete;

  net::Reactor& reactor;  // of the thread that it belongs to
  const std::vector<Backend*> tried;
  Choice choice;
  std::function<void(Permit)> on_room;  // on that thread; nothing once the request has left
  Permit permit;                        // on its way to that thread
};

// Without a backend that has a limit it costs one load of an atomic a request. Its lock is held for a choice
// of backend at most, and only while requests wait.
class WaitingLine {
 public:
  // All outlive it. LIMIT: of tickets.
  WaitingLine(const Backends& backends, const BalanceOptions& balance, const Clock& clock, int64_t limit)
      : backends_(backends), balance_(balance), clock_(clock), limit_(static_cast<size_t>(limit)) {}

  struct Taken {
    Permit permit;      // none: there is no backend that may take it
    bool full = false;  // there are some, but none has room
  };
  // A place at the backend that CHOICE leads to.
  Taken take(const Choice& choice);
  // Who comes now comes after these.
  bool is_empty() const { return length_ == 0; }
  int64_t length() const { return length_; }

  // From the ticket's own thread. false: so many wait that it cannot.
  bool join(const std::shared_ptr<Ticket>& ticket);
  // Likewise, whether it still waits or not. What it was given goes to the next.
  void leave(Ticket& ticket);
  // Hands out the room that there is. From any thread.
  void serve();

 private:
  const Backends& backends_;
  const BalanceOptions& balance_;
  const Clock& clock_;
  const size_t limit_;
  std::mutex mutex_;
  std::deque<std::shared_ptr<Ticket>> tickets_;
  std::atomic<int64_t> length_{0};  // of tickets_
};

}  // namespace foreshock::gateway
