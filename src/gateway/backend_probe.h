#pragma once
// Looks whether a backend takes connections.
#include <memory>
#include <vector>

#include "gateway/upstream_connection.h"

namespace foreshock::gateway {

// Connects to the first of its addresses that answers, notes the outcome with the backend, and closes.
class BackendProbe final : private UpstreamConnection::Owner {
 public:
  // LIMIT: how long it may take.
  BackendProbe(net::Reactor& reactor, Backend& backend, std::span<char> buffer, Duration limit);
  // Gives up where its time is over.
  bool done(Instant now);

 private:
  void connect();
  void on_connected() override;
  void on_connect_failed(const ConnectFailure& failure) override;
  void on_upstream_bytes(std::string_view) override {}
  void on_upstream_closed(bool) override {}

  net::Reactor& reactor_;
  Backend& backend_;
  const std::span<char> buffer_;
  const Instant deadline_;
  const std::shared_ptr<const std::vector<net::SocketAddress>> addresses_;
  std::vector<std::unique_ptr<UpstreamConnection>> attempts_;  // one an address; the last is under way
};

}  // namespace foreshock::gateway
