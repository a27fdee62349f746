#pragma once
// The gateway as the configuration stands now, and those before it that still serve their connections. Safe
// to call from any thread.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gateway/gateway.h"

namespace foreshock::cli {

class GatewaySuccession {
 public:
  explicit GatewaySuccession(std::unique_ptr<gateway::Gateway> first);
  ~GatewaySuccession();  // cuts off what still runs

  // Another one takes its place. Errors as Gateway::succeed.
  Result<void> succeed(gateway::GatewayOptions options);
  // The one that takes connections.
  std::shared_ptr<const gateway::Gateway> now() const;
  // Requests in all of them.
  int64_t in_flight() const;
  int64_t dropped_observations() const;
  // How often it has happened.
  int64_t count() const;
  // As Gateway::take_socket_file.
  void take_socket_file();
  // Serves what it has and takes nothing more, as Gateway::retire; and whether that is over.
  void retire();
  bool deserted() const;
  // As Gateway::drain, of all of them; and whether that has begun.
  void drain();
  bool draining() const { return draining_.load(std::memory_order_relaxed); }

 private:
  using Shared = std::shared_ptr<gateway::Gateway>;
  std::vector<Shared> all() const;
  void bury_deserted(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  Shared now_;
  std::vector<Shared> before_;
  std::atomic<bool> draining_{false};
  int64_t count_ = 0;
  int64_t dropped_before_ = 0;
  std::jthread undertaker_;  // last: it uses all others
};

}  // namespace foreshock::cli
