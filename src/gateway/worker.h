#pragma once
// One thread of the data plane: its listener, its clients, its connections to backends. A connection never
// changes thread.
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "core/file_descriptor.h"
#include "gateway/backend.h"
#include "gateway/backend_watch.h"
#include "gateway/client_keys.h"
#include "gateway/keyed_hash.h"
#include "gateway/observer.h"
#include "gateway/passed_fields.h"
#include "gateway/ports.h"
#include "gateway/request_body.h"
#include "gateway/resolver.h"
#include "gateway/session_table.h"
#include "gateway/upstream_pool.h"
#include "gateway/waiting_line.h"
#include "mitigate/lease_board.h"
#include "net/reactor.h"
#include "net/tls_context.h"

namespace foreshock::gateway {

class ClientConnection;

// What all workers share. Outlives them.
struct House {
  const GatewayOptions& options;
  const Clock& clock;
  Backends& backends;
  Observer& observer;
  Resolver& resolver;
  const PassedFields& passed;  // to clients
  const ClientKeys& keys;
  const std::vector<CustomSource>& signals;
  const std::shared_ptr<std::atomic<uint64_t>> next_observation;
  std::atomic<int64_t> in_flight{0};
  std::atomic<int64_t> zone_spills{0};  // requests that went to another zone
  const std::shared_ptr<SessionTable> sessions;
  const GatewayPorts ports{};
  ByteBudget bodies{options.limits.all_bodies.value};
  mitigate::RetryBudget retries{options.retries};
  net::TlsContext tls{};  // to clients
  std::atomic<int64_t> failed_handshakes{0};
  WaitingLine line{backends, options.balance, clock, options.queue.limit};
  std::atomic<int64_t> kept_waiting{0};  // requests for which no room came in time
};

class Worker final : private net::Reactor::Source {
 public:
  // INDEX among the workers. The first one watches the backends.
  static Result<std::unique_ptr<Worker>> start(House& house, WorkerOutlet& outlet,
                                               std::vector<FileDescriptor> listeners, size_t index);
  ~Worker() override;

  // Takes no more connections; those that are idle close, or with IDLE_STAYS after their next answer. From
  // any thread.
  void begin_drain(bool idle_stays);
  // What still runs is cut off, and its clients are told so. From any thread.
  void cut_short();
  // Whether it drains and no connection is left. From any thread.
  bool deserted() const { return deserted_.load(std::memory_order_relaxed); }
  // Ends every connection and the thread. From any thread but its own.
  void stop();

  // For its connections and exchanges, on its thread.
  net::Reactor& reactor() { return *reactor_; }
  House& house() { return house_; }
  UpstreamPool& pool() { return pool_; }
  WorkerOutlet& outlet() { return outlet_; }
  std::span<char> buffer() { return *buffer_; }
  bool draining() const { return draining_; }
  size_t next_turn() { return turn_++; }
  uint64_t seed() const { return seed_; }
  // nullptr: there are none.
  mitigate::DialReader* dials() { return dials_ ? &*dials_ : nullptr; }
  // CONNECTION is done: it is destroyed when nothing of it can be on the stack any more.
  void bury(ClientConnection& connection);
  // OLD has handed its connection over to SUCCESSOR.
  void replace(ClientConnection& old, std::unique_ptr<ClientConnection> successor);
  void bury(std::unique_ptr<net::Reactor::Source> source) { graves_.push_back(std::move(source)); }

 private:
  Worker(House& house, WorkerOutlet& outlet, std::vector<FileDescriptor> listeners,
         std::unique_ptr<net::Reactor> reactor, size_t index);
  void on_ready(net::Readiness readiness) override;
  void accept_all(const FileDescriptor& listener);
  void rest_from_accepting();
  void on_tick(Instant now);

  House& house_;
  WorkerOutlet& outlet_;
  std::vector<FileDescriptor> listeners_;  // one an address
  std::unique_ptr<net::Reactor> reactor_;
  std::unique_ptr<std::array<char, 64 * 1024>> buffer_ = std::make_unique<std::array<char, 64 * 1024>>();
  UpstreamPool pool_;
  std::vector<std::unique_ptr<ClientConnection>> clients_;
  std::vector<std::unique_ptr<net::Reactor::Source>> graves_;
  size_t turn_ = 0;
  const uint64_t seed_;
  std::optional<mitigate::DialReader> dials_;
  std::optional<BackendWatch> watch_;  // of the first worker
  bool draining_ = false;
  std::atomic<bool> deserted_{false};
  bool resting_ = false;  // the listeners are not looked at until the next tick
  bool short_of_descriptors_ = false;
  std::thread thread_;
};

}  // namespace foreshock::gateway
