#pragma once
// Looks once whether a backend is there, and how it is.
#include <memory>
#include <vector>

#include "gateway/upstream_connection.h"

namespace foreshock::gateway {

// Connects, asks for the path of the backend's health check where there is one, notes the outcome with the
// backend, and closes. Its addresses are tried in turn.
class BackendProbe final : private UpstreamConnection::Owner {
 public:
  // OPTIONS and what else it is given outlive it.
  BackendProbe(net::Reactor& reactor, Backend& backend, std::span<char> buffer,
               const mitigate::HealthOptions& options);
  // That is late.
  void on_tick(Instant now);
  bool done() const { return attempts_.back()->closed(); }
  const Backend& backend() const { return backend_; }

 private:
  void connect();
  void on_connected() override;
  void on_connect_failed(const ConnectFailure& failure) override;
  void on_upstream_bytes(std::string_view bytes) override;
  void on_upstream_closed(bool reset) override;
  void lose(const ConnectFailure& failure);
  void end(bool passed, std::string_view what);
  bool is_wanted(int status) const;

  net::Reactor& reactor_;
  Backend& backend_;
  const std::span<char> buffer_;
  const mitigate::HealthOptions& options_;
  const Instant deadline_;
  const std::shared_ptr<const std::vector<net::SocketAddress>> addresses_;
  bool connected_ = false;
  std::string answer_;                                         // so far
  std::vector<std::unique_ptr<UpstreamConnection>> attempts_;  // one an address; the last is under way
};

}  // namespace foreshock::gateway
