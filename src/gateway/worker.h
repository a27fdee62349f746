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
#include "gateway/backend_probe.h"
#include "gateway/client_keys.h"
#include "gateway/keyed_hash.h"
#include "gateway/observer.h"
#include "gateway/passed_fields.h"
#include "gateway/ports.h"
#include "gateway/request_body.h"
#include "gateway/resolver.h"
#include "gateway/session_table.h"
#include "gateway/upstream_pool.h"
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
  std::atomic<uint64_t> next_observation;
  std::atomic<int64_t> in_flight{0};
  SessionTable sessions{};
  const GatewayPorts ports{};
  ByteBudget bodies{options.limits.all_bodies.value};
  mitigate::RetryBudget retries{options.retries};
  net::TlsContext tls{};  // to clients
  std::atomic<int64_t> failed_handshakes{0};
};

class Worker final : private net::Reactor::Source {
 public:
  // PROBES: one of the workers looks after backends that could not be reached, and looks at all of them at
  // its start.
  static Result<std::unique_ptr<Worker>> start(House& house, WorkerOutlet& outlet,
                                               std::vector<FileDescriptor> listeners, bool probes);
  ~Worker() override;

  // Takes no more connections; those without an answer under way close. From any thread.
  void begin_drain();
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
  // nullptr: there are none.
  mitigate::DialReader* dials() { return dials_ ? &*dials_ : nullptr; }
  // CONNECTION is done: it is destroyed when nothing of it can be on the stack any more.
  void bury(ClientConnection& connection);
  // OLD has handed its connection over to SUCCESSOR.
  void replace(ClientConnection& old, std::unique_ptr<ClientConnection> successor);
  void bury(std::unique_ptr<net::Reactor::Source> source) { graves_.push_back(std::move(source)); }

 private:
  Worker(House& house, WorkerOutlet& outlet, std::vector<FileDescriptor> listeners,
         std::unique_ptr<net::Reactor> reactor, bool probes);
  void on_ready(net::Readiness readiness) override;
  void accept_all(const FileDescriptor& listener);
  void rest_from_accepting();
  void on_tick(Instant now);
  void probe_backends(Instant now);

  House& house_;
  WorkerOutlet& outlet_;
  std::vector<FileDescriptor> listeners_;  // one an address
  std::unique_ptr<net::Reactor> reactor_;
  std::unique_ptr<std::array<char, 64 * 1024>> buffer_ = std::make_unique<std::array<char, 64 * 1024>>();
  UpstreamPool pool_;
  std::vector<std::unique_ptr<ClientConnection>> clients_;
  std::vector<std::unique_ptr<net::Reactor::Source>> graves_;
  std::vector<std::unique_ptr<BackendProbe>> probes_;
  size_t turn_ = 0;
  std::optional<mitigate::DialReader> dials_;
  const bool probing_;
  bool all_probed_ = false;
  bool draining_ = false;
  bool resting_ = false;  // the listeners are not looked at until the next tick
  bool short_of_descriptors_ = false;
  std::thread thread_;
};

}  // namespace foreshock::gateway
